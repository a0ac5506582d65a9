import { between, pick, type Random } from '../random.ts';
import { circle, ellipse, glow, gradient, height, mix, path, rect, repeat, width } from './svg.ts';

interface Room {
  wall: readonly [string, string];
  cloth: string;
  pottery: string;
}

const rooms: readonly [Room, ...Room[]] = [
  { wall: ['#d9cbb3', '#b9a688'], cloth: '#5b7a8c', pottery: '#c46a45' },
  { wall: ['#a9bdb3', '#7f998d'], cloth: '#e9dcc2', pottery: '#3d5a6c' },
  { wall: ['#e4b79b', '#c98a6b'], cloth: '#f2e6d2', pottery: '#466365' },
];

const fruit = ['#e0a526', '#c8452f', '#7f9a3c', '#5b2f4f', '#e58b32'] as const;

/** A jug, a bowl, and what lies between. */
export function table(random: Random): string {
  const room = pick(random, rooms);
  const edge = 620;
  return (
    wall(room) +
    rect([0, edge], [width, height - edge], room.cloth) +
    folds(random, edge, room.cloth) +
    jug(between(random, 330, 420), edge + 110, room.pottery) +
    bowl(random, between(random, 760, 860), edge + 150, mix(room.pottery, '#f4ead8', 0.55)) +
    repeat(3, (index) => piece(random, 480 + index * 90 + between(random, -20, 20), edge + 210))
  );
}

/** Loaves on a board. */
export function bread(random: Random): string {
  const room = pick(random, rooms);
  return (
    wall(room) +
    rect([0, 600], [width, 360], '#8a6242') +
    repeat(14, (index) =>
      rect(
        [0, 606 + index * 26],
        [width, 2],
        '#5f4029',
        `opacity="${between(random, 0.2, 0.5).toFixed(2)}"`,
      ),
    ) +
    ellipse([640, 800], [520, 70], '#000000', 'opacity="0.18"') +
    rect([180, 720], [920, 70], '#c79a66', 'rx="30"') +
    loaf(random, 640, 700) +
    repeat(60, () =>
      circle(
        [between(random, 160, 1120), between(random, 730, 900)],
        between(random, 1, 4),
        '#f6ead2',
        'opacity="0.7"',
      ),
    )
  );
}

function loaf(random: Random, x: number, y: number): string {
  const cuts = repeat(4, (index) => {
    const from = x - 210 + index * 120 + between(random, -10, 10);
    return path(
      `M${from} ${y - 80} q40 -110 110 -150 q-20 80 -70 160 Z`,
      'fill="#f0d3a0" opacity="0.92"',
    );
  });
  return (
    gradient('crust', ['#d79a55', '#b06a2c', '#7a431a']) +
    path(
      `M${x - 360} ${y} q-20 -190 200 -240 q160 -36 330 0 q210 56 190 240 q-10 40 -70 40 h-580 q-60 0 -70 -40 Z`,
      'fill="url(#crust)"',
    ) +
    cuts +
    path(
      `M${x - 300} ${y - 90} q60 -110 220 -130`,
      'fill="none" stroke="#fff1d4" stroke-width="14" stroke-linecap="round" opacity="0.25"',
    )
  );
}

/** A cup seen from above. */
export function cup(random: Random): string {
  const [drink, foam] = pick(random, [
    ['#3b2216', '#c99b6a'],
    ['#8aa05a', '#c9d59c'],
    ['#5a3420', '#e6cfae'],
  ] as const);
  const wood = pick(random, ['#b98d62', '#7d5a41', '#cdb79a'] as const);
  const [x, y] = [between(random, 560, 720), between(random, 440, 520)];
  return (
    rect([0, 0], [width, height], wood) +
    repeat(40, (index) =>
      rect(
        [0, index * 24 + between(random, -4, 4)],
        [width, between(random, 1, 4)],
        mix(wood, '#3a2416', 0.5),
        'opacity="0.28"',
      ),
    ) +
    circle([x + 26, y + 34], 330, '#000000', 'opacity="0.22"') +
    circle([x, y], 320, '#f4efe4') +
    circle([x, y], 236, '#e2d8c6') +
    path(
      `M${x + 180} ${y - 60} q150 -30 130 70 q-20 80 -140 40`,
      'fill="none" stroke="#fbf7ee" stroke-width="34" stroke-linecap="round"',
    ) +
    circle([x, y], 212, '#fbf7ee') +
    circle([x, y], 186, drink) +
    leafInFoam(x, y, foam) +
    ellipse(
      [x - 70, y - 90],
      [60, 26],
      '#ffffff',
      'opacity="0.16" transform="rotate(-30 ' + `${x - 70} ${y - 90})"`,
    )
  );
}

function leafInFoam(x: number, y: number, foam: string): string {
  return repeat(5, (index) => {
    const size = 130 - index * 24;
    const top = y + 90 - index * 46;
    return path(
      `M${x} ${top} C${x - size} ${top - 10} ${x - size} ${top - size} ${x} ${top - size * 0.55} C${x + size} ${top - size} ${x + size} ${top - 10} ${x} ${top} Z`,
      `fill="${foam}" opacity="${0.55 + index * 0.09}"`,
    );
  });
}

/** Large leaves in a pot by the wall. */
export function plant(random: Random): string {
  const room = pick(random, rooms);
  const leaves = repeat(17, (index) => {
    const angle = -80 + index * 10 + between(random, -8, 8);
    const length = between(random, 260, 430);
    const green = mix('#274b3a', '#8fb573', random());
    const leaf =
      path(
        `M0 0 C${length * 0.28} ${-length * 0.25} ${length * 0.3} ${-length * 0.8} 0 ${-length} C${-length * 0.3} ${-length * 0.8} ${-length * 0.28} ${-length * 0.25} 0 0 Z`,
        `fill="${green}"`,
      ) +
      path(
        `M0 0 V${-length * 0.92}`,
        `stroke="${mix(green, '#f0f4d8', 0.45)}" stroke-width="4" fill="none"`,
      );
    return `<g transform="translate(640 690) rotate(${angle}) ">${leaf}</g>`;
  });
  return (
    wall(room) +
    glow('light', '#fff4d8', [300, 220], 520) +
    rect([0, 820], [width, 140], mix(room.wall[1], '#3a2416', 0.45)) +
    leaves +
    ellipse([640, 880], [230, 26], '#000000', 'opacity="0.25"') +
    path('M500 660 H780 L748 880 H532 Z', `fill="${room.pottery}"`) +
    rect([486, 640], [308, 46], mix(room.pottery, '#ffffff', 0.15), 'rx="8"')
  );
}

function wall(room: Room): string {
  return (
    gradient('wall', room.wall) +
    rect([0, 0], [width, height], 'url(#wall)') +
    glow('window', '#fff6df', [220, 160], 620)
  );
}

function folds(random: Random, edge: number, cloth: string): string {
  return repeat(9, (index) => {
    const x = index * 160 + between(random, -40, 40);
    return path(
      `M${x} ${edge} q${between(random, -60, 60)} 160 ${between(random, -90, 90)} 340 l34 0 q10 -170 -20 -340 Z`,
      `fill="${mix(cloth, '#1a1a1a', 0.35)}" opacity="0.22"`,
    );
  });
}

function jug(x: number, y: number, colour: string): string {
  return (
    ellipse([x + 30, y + 4], [170, 30], '#000000', 'opacity="0.2"') +
    path(
      `M${x + 92} ${y - 270} q120 0 110 110 q-8 90 -100 120`,
      `fill="none" stroke="${mix(colour, '#000000', 0.2)}" stroke-width="26"`,
    ) +
    path(
      `M${x - 70} ${y - 360} h140 q10 80 50 130 q50 70 20 160 q-20 70 -80 70 h-120 q-60 0 -80 -70 q-30 -90 20 -160 q40 -50 50 -130 Z`,
      `fill="${colour}"`,
    ) +
    ellipse([x, y - 360], [72, 16], mix(colour, '#000000', 0.45)) +
    path(
      `M${x - 92} ${y - 150} q10 -70 40 -110`,
      'fill="none" stroke="#ffffff" stroke-width="16" stroke-linecap="round" opacity="0.28"',
    )
  );
}

function bowl(random: Random, x: number, y: number, colour: string): string {
  const heap = repeat(7, (index) =>
    piece(random, x - 150 + (index % 4) * 96 + (index > 3 ? 50 : 0), y - 92 - (index > 3 ? 66 : 0)),
  );
  return (
    ellipse([x, y + 40], [230, 30], '#000000', 'opacity="0.2"') +
    heap +
    path(
      `M${x - 250} ${y - 100} h500 q-10 140 -150 146 h-200 q-140 -6 -150 -146 Z`,
      `fill="${colour}"`,
    ) +
    path(
      `M${x - 220} ${y - 66} q200 30 440 0`,
      `fill="none" stroke="${mix(colour, '#1f3b57', 0.6)}" stroke-width="10"`,
    )
  );
}

function piece(random: Random, x: number, y: number): string {
  const colour = pick(random, fruit);
  const size = between(random, 50, 66);
  return (
    ellipse([x + 8, y + size * 0.8], [size, size * 0.25], '#000000', 'opacity="0.16"') +
    circle([x, y], size, colour) +
    circle(
      [x + size * 0.25, y + size * 0.2],
      size * 0.72,
      mix(colour, '#2a1208', 0.25),
      'opacity="0.35"',
    ) +
    ellipse(
      [x - size * 0.32, y - size * 0.36],
      [size * 0.26, size * 0.17],
      '#ffffff',
      'opacity="0.4"',
    ) +
    path(
      `M${x} ${y - size + 4} q4 -16 14 -20`,
      'fill="none" stroke="#4a3520" stroke-width="5" stroke-linecap="round"',
    )
  );
}
