import { between, pick, type Random } from '../random.ts';
import { circle, ellipse, gradient, mix, path, rect, svg } from './svg.ts';

const hairs = ['bob', 'bun', 'cap', 'curly', 'long', 'scarf', 'short'] as const;
const backgrounds = {
  coral: '#e4745a',
  forest: '#3f7d5c',
  indigo: '#3c4a8f',
  ochre: '#d59b34',
  rose: '#cf6f8e',
  sand: '#d9b98c',
  sky: '#6ea8cf',
  slate: '#5c6b7a',
  teal: '#2f8f92',
  violet: '#8a6bb8',
} as const;

type Hair = (typeof hairs)[number];
type Background = keyof typeof backgrounds;

type Skin = keyof typeof skins;
type HairColour = keyof typeof hairColours;

/** The appearance of an avatar: hair, background, skin, hair color. */
export type AvatarStyle = `${Hair} ${Background} ${Skin} ${HairColour}`;

interface Looks {
  skin: string;
  hair: string;
  clothes: string;
}

const size = 400;
const skins = {
  fair: '#f6d8bd',
  light: '#eabf98',
  tan: '#d19a6c',
  brown: '#a06a44',
  deep: '#6f4530',
} as const;
const hairColours = {
  black: '#2a1d18',
  ink: '#1c1c26',
  brown: '#4a2f20',
  chestnut: '#7a4a28',
  blond: '#d0a860',
  grey: '#9a9a9a',
} as const;
const clothes = ['#f4e9d8', '#28384a', '#a63d40', '#e9b44c', '#50808e', '#6b4e71'] as const;

/** A portrait in a few plain shapes. */
export function drawAvatar(random: Random, style: AvatarStyle): string {
  // The type allows no other style.
  const words = style.split(' ') as [Hair, Background, Skin, HairColour];
  const [hair, background, skin, hairColour] = words;
  const looks = {
    skin: skins[skin],
    hair: hairColours[hairColour],
    clothes: pick(random, clothes),
  };
  const colour = backgrounds[background];
  return svg(
    gradient('back', [mix(colour, '#ffffff', 0.35), colour]) +
      rect([0, 0], [size, size], 'url(#back)') +
      circle(
        [between(random, 60, 340), between(random, 60, 160)],
        120,
        '#ffffff',
        'opacity="0.12"',
      ) +
      behind[hair](looks) +
      body(looks) +
      face(random, looks) +
      inFront[hair](looks),
    { width: size, height: size },
  );
}

function body({ skin, clothes: cloth }: Looks): string {
  return (
    path('M60 400 q6 -104 104 -118 h72 q98 14 104 118 Z', `fill="${cloth}"`) +
    path('M166 270 h68 v24 q-34 40 -68 0 Z', `fill="${mix(skin, '#5a2f1e', 0.22)}"`)
  );
}

function face(random: Random, { skin, hair }: Looks): string {
  const look = between(random, -5, 5);
  const eye = (x: number) => circle([x + look, 196], 8.5, '#2a1d1a');
  const brow = (x: number) =>
    path(
      `M${x - 19} 172 q19 -12 38 0`,
      `fill="none" stroke="${mix(hair, '#000000', 0.15)}" stroke-width="7" stroke-linecap="round"`,
    );
  const glasses =
    random() < 0.3
      ? `<g fill="none" stroke="#2b2b33" stroke-width="6">${path('M188 198 h24', '')}${circle([162, 198], 27, 'none')}${circle([238, 198], 27, 'none')}</g>`
      : '';
  return (
    circle([116, 206], 18, mix(skin, '#5a2f1e', 0.12)) +
    circle([284, 206], 18, mix(skin, '#5a2f1e', 0.12)) +
    ellipse([200, 196], [84, 102], skin) +
    ellipse([152, 236], [17, 11], '#d9604c', 'opacity="0.22"') +
    ellipse([248, 236], [17, 11], '#d9604c', 'opacity="0.22"') +
    eye(162) +
    eye(238) +
    brow(162) +
    brow(238) +
    path(
      'M200 202 q-12 26 2 30',
      `fill="none" stroke="${mix(skin, '#5a2f1e', 0.35)}" stroke-width="6" stroke-linecap="round"`,
    ) +
    path(
      'M168 254 q32 28 64 0',
      'fill="none" stroke="#8c3b35" stroke-width="7" stroke-linecap="round"',
    ) +
    glasses
  );
}

const nothing = () => '';

const behind: Readonly<Record<Hair, (looks: Looks) => string>> = {
  bob: ({ hair }) =>
    path('M98 270 q-20 -190 102 -196 q122 6 102 196 q-102 36 -204 0 Z', `fill="${hair}"`),
  bun: ({ hair }) => circle([200, 62], 42, hair),
  cap: nothing,
  curly: ({ hair }) =>
    [
      [112, 150],
      [104, 200],
      [120, 250],
      [288, 150],
      [296, 200],
      [280, 250],
      [140, 104],
      [200, 84],
      [260, 104],
    ]
      .map(([x = 0, y = 0]) => circle([x, y], 46, hair))
      .join(''),
  long: ({ hair }) =>
    path('M92 340 q-30 -262 108 -268 q138 6 108 268 q-108 46 -216 0 Z', `fill="${hair}"`),
  scarf: ({ clothes: cloth }) =>
    path(
      'M84 330 q-24 -252 116 -262 q140 10 116 262 q-116 60 -232 0 Z',
      `fill="${mix(cloth, '#ffffff', 0.12)}"`,
    ),
  short: nothing,
};

const inFront: Readonly<Record<Hair, (looks: Looks) => string>> = {
  bob: ({ hair }) =>
    path(
      'M112 186 q10 -104 92 -104 q86 2 86 104 q-40 -60 -96 -62 q-50 6 -82 62 Z',
      `fill="${hair}"`,
    ),
  bun: ({ hair }) =>
    path('M114 182 q0 -98 86 -100 q86 2 86 100 q-28 -58 -86 -60 q-58 2 -86 60 Z', `fill="${hair}"`),
  cap: ({ clothes: cloth }) =>
    path('M110 160 q4 -92 90 -94 q86 2 90 94 Z', `fill="${mix(cloth, '#101820', 0.45)}"`) +
    path('M108 158 h184 q34 2 44 22 q-120 -18 -228 -4 Z', `fill="${mix(cloth, '#101820', 0.6)}"`),
  curly: ({ hair }) =>
    [
      [140, 116],
      [180, 98],
      [222, 98],
      [262, 116],
    ]
      .map(([x = 0, y = 0]) => circle([x, y], 34, hair))
      .join(''),
  long: ({ hair }) =>
    path(
      'M110 200 q-6 -118 90 -120 q96 2 90 120 q-14 -62 -70 -84 q-30 50 -110 84 Z',
      `fill="${hair}"`,
    ),
  scarf: ({ clothes: cloth }) =>
    path(
      'M104 220 q-16 -148 96 -152 q112 4 96 152 q-6 -104 -96 -108 q-90 4 -96 108 Z',
      `fill="${mix(cloth, '#ffffff', 0.2)}"`,
    ),
  short: ({ hair }) =>
    path(
      'M112 176 q-8 -106 88 -108 q96 2 88 108 q-14 -40 -40 -50 q-60 14 -100 0 q-26 14 -36 50 Z',
      `fill="${hair}"`,
    ),
};
