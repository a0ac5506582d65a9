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

/** The users of the demo. Visitors sign in as `demo`. */
export const users: readonly DemoUser[] = [
  user(
    'demo',
    'Robin Vale',
    'Small repairs, big breakfasts, slightly wrong maps.',
    'New in town',
    'bob teal light chestnut',
  ),
  user(
    'marisol',
    'Marisol Quiroga',
    'Jardín en pendiente, niebla y paciencia.',
    'Valparaíso',
    'long coral tan black',
  ),
  user(
    'jonas',
    'Jonas Weber',
    'Fahrrad, Funk und Filterkaffee.',
    'Leipzig',
    'short sky fair brown',
  ),
  {
    ...user(
      'aiko',
      '田辺 藍子 Aiko Tanabe',
      '藍染。Indigo, mostly.',
      'Kanazawa',
      'bun indigo fair ink',
    ),
    isVerified: true,
  },
  user(
    'tunde',
    'Tunde Adeyemi',
    'I keep a neighbourhood archive on a very small computer.',
    'Lagos',
    'short ochre deep ink',
  ),
  user(
    'freya',
    'Freya Lindqvist',
    'Rye, skis, wool. In that order until October.',
    'Umeå',
    'long sky fair blond',
  ),
  user(
    'mateo',
    'Mateo Ferrer',
    'Panadero. Abro a las siete, amaso a las cuatro.',
    'València',
    'curly sand light brown',
  ),
  {
    ...user(
      'priya',
      'Priya Raman',
      'Programs for one user, telescopes for everyone.',
      'Chennai',
      'long violet brown black',
    ),
    website: 'https://roof-observatory.example',
  },
  user('oskar', 'Oskar Nyberg', 'Film, fog, 1/30.', 'Göteborg', 'cap slate fair blond'),
  user(
    'hana',
    'Hana Dvořáková',
    'Falling, with increasing skill.',
    'Brno',
    'bun coral light chestnut',
  ),
  {
    ...user(
      'kwame',
      'Kwame Boateng',
      'Architect of shade. Teaches doors.',
      'Kumasi',
      'short forest deep black',
    ),
    isVerified: true,
  },
  user('lena', 'Lena Krüger', 'Wörter, Umwege, Dialektkarten.', 'Berlin', 'bob rose fair brown'),
  user('yuto', '佐藤 悠斗 Yuto Sato', '始発と駅そば。', '札幌', 'short teal fair ink'),
  user(
    'ines',
    'Inês Carvalho',
    'One sketchbook at a time. Currently no. 32.',
    'Porto',
    'curly indigo tan brown',
  ),
  user('samod', 'Sam O’Dwyer', 'Godwits, lamps, crosswords.', 'Cork', 'cap forest fair chestnut'),
  {
    ...user(
      'noor',
      'Noor Haddad',
      'Cooking for however many come.',
      'Amman',
      'scarf rose tan black',
    ),
    isVerified: true,
  },
  user(
    'beatrice',
    'Béatrice Morel',
    'Projections, sous-titres, soupe à l’oignon.',
    'Lyon',
    'bob violet light grey',
  ),
  user('ravi', 'Ravi Menon', 'Networks by day, curry by rule.', 'Kochi', 'short coral brown black'),
  user('zofia', 'Zofia Wójcik', 'Sails slowly on purpose.', 'Gdańsk', 'long teal fair chestnut'),
  user('carlos', 'Carlos Ibáñez', 'Telar, mole, azotea.', 'Oaxaca', 'cap ochre tan black'),
  user(
    'ellie',
    'Ellie Marsh',
    'Plot 19. Please take a courgette.',
    'Bristol',
    'curly forest light chestnut',
  ),
  {
    ...user(
      'tomas',
      'Tomáš Hruška',
      'Builds bicycle frames, listens to the rest.',
      'Olomouc',
      'short sand fair brown',
    ),
    website: 'https://hruska-frames.example',
  },
  {
    ...user('amara', 'Amara Okonkwo', 'Poems, mostly on buses.', 'Enugu', 'bun ochre deep ink'),
    isVerified: true,
  },
  user('kenji', 'Kenji Morita', '写真と珈琲。', 'Osaka', 'cap indigo fair grey'),
  user(
    'dilnoza',
    'Dilnoza Karimova',
    'Ikat weaver, third generation.',
    'Samarkand',
    'scarf coral light black',
  ),
  user(
    'pieter',
    'Pieter van Dam',
    'Bridges, bread, boring mail servers.',
    'Utrecht',
    'curly sky fair blond',
  ),
  user(
    'gwen',
    'Gwen Pritchard',
    '140 sheep and a gap in the hedge.',
    'Aberystwyth',
    'long forest fair grey',
  ),
  user(
    'luca',
    'Luca Bianchi',
    'Fornaio. La Signora ha diciannove anni.',
    'Bologna',
    'short rose light grey',
  ),
  user('mina', 'Mina Park 박미나', '바위, 바다, 커피.', 'Busan', 'bob sky fair ink'),
  user(
    'farid',
    'Farid Azizi',
    'Collecting words before they go.',
    'Vancouver',
    'short violet tan black',
  ),
  user('saoirse', 'Saoirse Byrne', 'Cold sea, warm books.', 'Galway', 'curly coral fair chestnut'),
  user(
    'anders',
    'Anders Holm',
    'Ringing birds, drinking tea, missing kingfishers.',
    'Aarhus',
    'cap sky fair blond',
  ),
  user('thandi', 'Thandiwe Mokoena', 'Runs up, walks down.', 'Cape Town', 'bun teal brown ink'),
  user(
    'victor',
    'Víctor Salas',
    'Arreglo cosas y, si no se puede, les doy las gracias.',
    'Bogotá',
    'short slate tan grey',
  ),
  {
    ...user(
      'nadia',
      'Nadia Petrova',
      'Sysadmin. Have you restored it?',
      'Sofia',
      'bob slate light black',
    ),
    website: 'https://restored-on-saturday.example',
  },
  {
    ...user(
      'moss',
      'Moss',
      'They/them. Mushrooms and other neighbours.',
      null,
      'curly violet light brown',
    ),
    isPrivate: true,
  },
  {
    ...user('claire', 'Claire Dubois', 'Petites victoires.', 'Montréal', 'long rose fair brown'),
    isPrivate: true,
  },
  user('emil', 'Emil Sørensen', 'Far north. Bring soup.', 'Tromsø'),
  user('ruth', 'Ruth Abrahams', 'Quilts with secrets on the back.', 'Durban'),
  { ...user('weiling', 'Wei Ling Tan', 'Breakfast correspondent.', 'Penang'), isPrivate: true },
];

function user(
  username: string,
  name: string,
  bio: string,
  location: string | null,
  avatar?: AvatarStyle,
): DemoUser {
  return { username, name, bio, location, ...(avatar === undefined ? {} : { avatar }) };
}
