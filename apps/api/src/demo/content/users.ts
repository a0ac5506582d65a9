export interface DemoUser {
  username: string;
  name: string;
  bio: string;
  location: string | null;
  website?: string;
  isPrivate?: true;
  isVerified?: true;
  role?: 'moderator';
  /** By default a user has the profile picture `images/avatars/<username>.webp`. */
  hasAvatar?: false;
  /** The name of a picture in `images/threads`. */
  banner?: string;
}

/** The users of the demo. Visitors sign in as `demo`. */
export const users: readonly DemoUser[] = [
  {
    ...user(
      'demo',
      'Robin Vale',
      'Small repairs, big breakfasts, slightly wrong maps.',
      'New in town',
    ),
    banner: 'street-3',
  },
  user('marisol', 'Marisol Quiroga', 'Jardín en pendiente, niebla y paciencia.', 'Valparaíso'),
  user('jonas', 'Jonas Weber', 'Fahrrad, Funk und Filterkaffee.', 'Leipzig'),
  {
    ...user('aiko', '田辺 藍子 Aiko Tanabe', '藍染。Indigo, mostly.', 'Kanazawa'),
    isVerified: true,
    banner: 'weave-4',
  },
  {
    ...user(
      'tunde',
      'Tunde Adeyemi',
      'I keep a neighbourhood archive on a very small computer.',
      'Lagos',
    ),
    role: 'moderator',
  },
  {
    ...user('freya', 'Freya Lindqvist', 'Rye, skis, wool. In that order until October.', 'Umeå'),
    banner: 'aurora-1',
  },
  user('mateo', 'Mateo Ferrer', 'Panadero. Abro a las siete, amaso a las cuatro.', 'València'),
  {
    ...user('priya', 'Priya Raman', 'Programs for one user, telescopes for everyone.', 'Chennai'),
    website: 'https://roof-observatory.example',
    banner: 'stars-1',
  },
  { ...user('oskar', 'Oskar Nyberg', 'Film, fog, 1/30.', 'Göteborg'), banner: 'sea-5' },
  {
    ...user('hana', 'Hana Dvořáková', 'Falling, with increasing skill.', 'Brno'),
    banner: 'mountains-4',
  },
  {
    ...user('kwame', 'Kwame Boateng', 'Architect of shade. Teaches doors.', 'Kumasi'),
    isVerified: true,
  },
  user('lena', 'Lena Krüger', 'Wörter, Umwege, Dialektkarten.', 'Berlin'),
  { ...user('yuto', '佐藤 悠斗 Yuto Sato', '始発と駅そば。', '札幌'), banner: 'train-1' },
  {
    ...user('ines', 'Inês Carvalho', 'One sketchbook at a time. Currently no. 32.', 'Porto'),
    banner: 'tiles-1',
  },
  user('samod', 'Sam O’Dwyer', 'Godwits, lamps, crosswords.', 'Cork'),
  {
    ...user('noor', 'Noor Haddad', 'Cooking for however many come.', 'Amman'),
    isVerified: true,
  },
  user('beatrice', 'Béatrice Morel', 'Projections, sous-titres, soupe à l’oignon.', 'Lyon'),
  user('ravi', 'Ravi Menon', 'Networks by day, curry by rule.', 'Kochi'),
  { ...user('zofia', 'Zofia Wójcik', 'Sails slowly on purpose.', 'Gdańsk'), banner: 'sea-2' },
  user('carlos', 'Carlos Ibáñez', 'Telar, mole, azotea.', 'Oaxaca'),
  user('ellie', 'Ellie Marsh', 'Plot 19. Please take a courgette.', 'Bristol'),
  {
    ...user('tomas', 'Tomáš Hruška', 'Builds bicycle frames, listens to the rest.', 'Olomouc'),
    website: 'https://hruska-frames.example',
  },
  {
    ...user('amara', 'Amara Okonkwo', 'Poems, mostly on buses.', 'Enugu'),
    isVerified: true,
  },
  user('kenji', 'Kenji Morita', '写真と珈琲。', 'Osaka'),
  {
    ...user('dilnoza', 'Dilnoza Karimova', 'Ikat weaver, third generation.', 'Samarkand'),
    banner: 'ikat-1',
  },
  user('pieter', 'Pieter van Dam', 'Bridges, bread, boring mail servers.', 'Utrecht'),
  user('gwen', 'Gwen Pritchard', '140 sheep and a gap in the hedge.', 'Aberystwyth'),
  user('luca', 'Luca Bianchi', 'Fornaio. La Signora ha diciannove anni.', 'Bologna'),
  user('mina', 'Mina Park 박미나', '바위, 바다, 커피.', 'Busan'),
  user('farid', 'Farid Azizi', 'Collecting words before they go.', 'Vancouver'),
  user('saoirse', 'Saoirse Byrne', 'Cold sea, warm books.', 'Galway'),
  user('anders', 'Anders Holm', 'Ringing birds, drinking tea, missing kingfishers.', 'Aarhus'),
  user('thandi', 'Thandiwe Mokoena', 'Runs up, walks down.', 'Cape Town'),
  user('victor', 'Víctor Salas', 'Arreglo cosas y, si no se puede, les doy las gracias.', 'Bogotá'),
  {
    ...user('nadia', 'Nadia Petrova', 'Sysadmin. Have you restored it?', 'Sofia'),
    website: 'https://restored-on-saturday.example',
  },
  {
    ...user('moss', 'Moss', 'They/them. Mushrooms and other neighbours.', null),
    isPrivate: true,
    banner: 'forest-1',
  },
  {
    ...user('claire', 'Claire Dubois', 'Petites victoires.', 'Montréal'),
    isPrivate: true,
  },
  { ...user('emil', 'Emil Sørensen', 'Far north. Bring soup.', 'Tromsø'), hasAvatar: false },
  {
    ...user('ruth', 'Ruth Abrahams', 'Quilts with secrets on the back.', 'Durban'),
    hasAvatar: false,
  },
  {
    ...user('weiling', 'Wei Ling Tan', 'Breakfast correspondent.', 'Penang'),
    isPrivate: true,
    hasAvatar: false,
  },
];

function user(username: string, name: string, bio: string, location: string | null): DemoUser {
  return { username, name, bio, location };
}
