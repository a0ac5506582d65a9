import type { AvatarStyle } from '../pictures/avatar.ts';

export interface DemoUser {
  username: string;
  name: string;
  bio: string;
  location: string | null;
  website?: string;
  isPrivate?: true;
  isVerified?: true;
  /** Absent: the person has no picture, and shows initials. */
  avatar?: AvatarStyle;
}

/** Who lives in the demo community. `demo` is the one a visitor signs in as. */
export const people: readonly DemoUser[] = [
  person(
    'demo',
    'Robin Vale',
    'Small repairs, big breakfasts, slightly wrong maps.',
    'New in town',
    'bob teal light chestnut',
  ),
  person(
    'marisol',
    'Marisol Quiroga',
    'Jardín en pendiente, niebla y paciencia.',
    'Valparaíso',
    'long coral tan black',
  ),
  person(
    'jonas',
    'Jonas Weber',
    'Fahrrad, Funk und Filterkaffee.',
    'Leipzig',
    'short sky fair brown',
  ),
  {
    ...person(
      'aiko',
      '田辺 藍子 Aiko Tanabe',
      '藍染。Indigo, mostly.',
      'Kanazawa',
      'bun indigo fair ink',
    ),
    isVerified: true,
  },
  person(
    'tunde',
    'Tunde Adeyemi',
    'I keep a neighbourhood archive on a very small computer.',
    'Lagos',
    'short ochre deep ink',
  ),
  person(
    'freya',
    'Freya Lindqvist',
    'Rye, skis, wool. In that order until October.',
    'Umeå',
    'long sky fair blond',
  ),
  person(
    'mateo',
    'Mateo Ferrer',
    'Panadero. Abro a las siete, amaso a las cuatro.',
    'València',
    'curly sand light brown',
  ),
  {
    ...person(
      'priya',
      'Priya Raman',
      'Programs for one user, telescopes for everyone.',
      'Chennai',
      'long violet brown black',
    ),
    website: 'https://roof-observatory.example',
  },
  person('oskar', 'Oskar Nyberg', 'Film, fog, 1/30.', 'Göteborg', 'cap slate fair blond'),
  person(
    'hana',
    'Hana Dvořáková',
    'Falling, with increasing skill.',
    'Brno',
    'bun coral light chestnut',
  ),
  {
    ...person(
      'kwame',
      'Kwame Boateng',
      'Architect of shade. Teaches doors.',
      'Kumasi',
      'short forest deep black',
    ),
    isVerified: true,
  },
  person('lena', 'Lena Krüger', 'Wörter, Umwege, Dialektkarten.', 'Berlin', 'bob rose fair brown'),
  person('yuto', '佐藤 悠斗 Yuto Sato', '始発と駅そば。', '札幌', 'short teal fair ink'),
  person(
    'ines',
    'Inês Carvalho',
    'One sketchbook at a time. Currently no. 32.',
    'Porto',
    'curly indigo tan brown',
  ),
  person('samod', 'Sam O’Dwyer', 'Godwits, lamps, crosswords.', 'Cork', 'cap forest fair chestnut'),
  {
    ...person(
      'noor',
      'Noor Haddad',
      'Cooking for however many come.',
      'Amman',
      'scarf rose tan black',
    ),
    isVerified: true,
  },
  person(
    'beatrice',
    'Béatrice Morel',
    'Projections, sous-titres, soupe à l’oignon.',
    'Lyon',
    'bob violet light grey',
  ),
  person(
    'ravi',
    'Ravi Menon',
    'Networks by day, curry by rule.',
    'Kochi',
    'short coral brown black',
  ),
  person('zofia', 'Zofia Wójcik', 'Sails slowly on purpose.', 'Gdańsk', 'long teal fair chestnut'),
  person('carlos', 'Carlos Ibáñez', 'Telar, mole, azotea.', 'Oaxaca', 'cap ochre tan black'),
  person(
    'ellie',
    'Ellie Marsh',
    'Plot 19. Please take a courgette.',
    'Bristol',
    'curly forest light chestnut',
  ),
  {
    ...person(
      'tomas',
      'Tomáš Hruška',
      'Builds bicycle frames, listens to the rest.',
      'Olomouc',
      'short sand fair brown',
    ),
    website: 'https://hruska-frames.example',
  },
  {
    ...person('amara', 'Amara Okonkwo', 'Poems, mostly on buses.', 'Enugu', 'bun ochre deep ink'),
    isVerified: true,
  },
  person('kenji', 'Kenji Morita', '写真と珈琲。', 'Osaka', 'cap indigo fair grey'),
  person(
    'dilnoza',
    'Dilnoza Karimova',
    'Ikat weaver, third generation.',
    'Samarkand',
    'scarf coral light black',
  ),
  person(
    'pieter',
    'Pieter van Dam',
    'Bridges, bread, boring mail servers.',
    'Utrecht',
    'curly sky fair blond',
  ),
  person(
    'gwen',
    'Gwen Pritchard',
    '140 sheep and a gap in the hedge.',
    'Aberystwyth',
    'long forest fair grey',
  ),
  person(
    'luca',
    'Luca Bianchi',
    'Fornaio. La Signora ha diciannove anni.',
    'Bologna',
    'short rose light grey',
  ),
  person('mina', 'Mina Park 박미나', '바위, 바다, 커피.', 'Busan', 'bob sky fair ink'),
  person(
    'farid',
    'Farid Azizi',
    'Collecting words before they go.',
    'Vancouver',
    'short violet tan black',
  ),
  person(
    'saoirse',
    'Saoirse Byrne',
    'Cold sea, warm books.',
    'Galway',
    'curly coral fair chestnut',
  ),
  person(
    'anders',
    'Anders Holm',
    'Ringing birds, drinking tea, missing kingfishers.',
    'Aarhus',
    'cap sky fair blond',
  ),
  person('thandi', 'Thandiwe Mokoena', 'Runs up, walks down.', 'Cape Town', 'bun teal brown ink'),
  person(
    'victor',
    'Víctor Salas',
    'Arreglo cosas y, si no se puede, les doy las gracias.',
    'Bogotá',
    'short slate tan grey',
  ),
  {
    ...person(
      'nadia',
      'Nadia Petrova',
      'Sysadmin. Have you restored it?',
      'Sofia',
      'bob slate light black',
    ),
    website: 'https://restored-on-saturday.example',
  },
  {
    ...person(
      'moss',
      'Moss',
      'They/them. Mushrooms and other neighbours.',
      null,
      'curly violet light brown',
    ),
    isPrivate: true,
  },
  {
    ...person('claire', 'Claire Dubois', 'Petites victoires.', 'Montréal', 'long rose fair brown'),
    isPrivate: true,
  },
  person('emil', 'Emil Sørensen', 'Far north. Bring soup.', 'Tromsø'),
  person('ruth', 'Ruth Abrahams', 'Quilts with secrets on the back.', 'Durban'),
  { ...person('weiling', 'Wei Ling Tan', 'Breakfast correspondent.', 'Penang'), isPrivate: true },
];

function person(
  username: string,
  name: string,
  bio: string,
  location: string | null,
  avatar?: AvatarStyle,
): DemoUser {
  return { username, name, bio, location, ...(avatar === undefined ? {} : { avatar }) };
}
