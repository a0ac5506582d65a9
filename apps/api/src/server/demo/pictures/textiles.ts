import { between, pick, type Random } from '../random.ts';
import { circle, height, mix, path, polygon, rect, repeat, width, type Point } from './svg.ts';

type Palette = readonly [string, ...string[]];

const palettes: readonly [Palette, ...Palette[]] = [
  ['#1d3557', '#274c77', '#457b9d', '#a8c5da', '#f1f2ea'],
  ['#7f1d1d', '#b23a2e', '#d98e4a', '#2b1b17', '#f0dcb8'],
  ['#2f4b3a', '#6b8f71', '#d9c27a', '#a44a3f', '#f4ecd8'],
];

/** Bands of cloth with a weaver's small figures. */
export function weave(random: Random): string {
  const palette = pick(random, palettes);
  let cloth = '';
  for (let y = 0; y < height;) {
    const thickness = between(random, 24, 120);
    const [ground, figure] = [pick(random, palette), pick(random, palette)];
    cloth += rect([0, y], [width, thickness + 1], ground);
    if (thickness > 56) cloth += figures(random, y + thickness / 2, thickness * 0.32, figure);
    cloth += rect([0, y], [width, 5], pick(random, palette));
    y += thickness;
  }
  return cloth + threads(random);
}

function figures(random: Random, y: number, size: number, colour: string): string {
  const step = size * 3;
  const draw = pick(random, [
    ([x]: Point) =>
      polygon(
        [
          [x, y - size],
          [x + size, y],
          [x, y + size],
          [x - size, y],
        ],
        colour,
      ),
    ([x]: Point) =>
      polygon(
        [
          [x - size, y + size],
          [x, y - size],
          [x + size, y + size],
        ],
        colour,
      ),
    ([x]: Point) =>
      circle([x, y], size * 0.8, colour) + circle([x, y], size * 0.35, '#ffffff', 'opacity="0.5"'),
  ]);
  return repeat(Math.ceil(width / step) + 1, (index) => draw([index * step + step / 2, y]));
}

// What makes cloth of stripes: every thread catches the light a little differently.
function threads(random: Random): string {
  return (
    repeat(height / 4, (index) =>
      rect(
        [0, index * 4],
        [width, 2],
        random() < 0.5 ? '#000000' : '#ffffff',
        `opacity="${between(random, 0.02, 0.1).toFixed(3)}"`,
      ),
    ) +
    repeat(width / 6, (index) => rect([index * 6, 0], [1.5, height], '#000000', 'opacity="0.05"'))
  );
}

/** Diamonds whose edges run, as in ikat. */
export function ikat(random: Random): string {
  const colours = ['#c0392b', '#e6a93a', '#1f4e79', '#f5e9d0'] as const;
  const across = 4;
  const down = 3;
  const motif = (column: number, row: number) => {
    const x = ((column + (row % 2) / 2) * width) / across;
    const y = ((row + 0.5) * height) / down;
    return repeat(4, (ring) =>
      feathered(random, [x, y], 185 - ring * 46, colours[(ring + row) % 4] ?? colours[0]),
    );
  };
  return (
    rect([0, 0], [width, height], '#7b1e2b') +
    repeat(down, (row) => repeat(across + 1, (column) => motif(column, row))) +
    threads(random)
  );
}

function feathered(random: Random, [x, y]: Point, size: number, colour: string): string {
  const strips = 36;
  return repeat(strips, (index) => {
    const share = (index + 0.5) / strips - 0.5;
    const reach = Math.max(0, (0.5 - Math.abs(share)) * 2 * size * 0.95) + between(random, -9, 9);
    if (reach <= 0) return '';
    const breadth = (size * 1.5) / strips;
    return rect(
      [x + share * size * 1.5, y - reach],
      [breadth + 0.6, reach * 2],
      colour,
      'opacity="0.96"',
    );
  });
}

/** Patchwork of triangles. */
export function quilt(random: Random): string {
  const colours = [
    '#c8553d',
    '#f28f3b',
    '#ffd5a1',
    '#588b8b',
    '#2d4f4f',
    '#f7efe2',
    '#8c3b4a',
  ] as const;
  const size = 160;
  const block = (x: number, y: number) => {
    const [one, other] = [pick(random, colours), pick(random, colours)];
    const corners: Point[] = [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
    ];
    const turned = random() < 0.5 ? corners : [...corners.slice(1), ...corners.slice(0, 1)];
    const seam = 'stroke="#fff8ea" stroke-width="2" stroke-dasharray="7 6" stroke-opacity="0.7"';
    return (
      polygon(corners, one, seam) + polygon(turned.slice(0, 3), mix(other, '#ffffff', 0.06), seam)
    );
  };
  return repeat(height / size, (row) =>
    repeat(width / size, (column) => block(column * size, row * size)),
  );
}

/** Painted tiles: one quarter, turned four times, again and again. */
export function tiles(random: Random): string {
  const [blue, light, accent] = pick(random, [
    ['#1f4e8c', '#8fb3d9', '#e3b23c'],
    ['#12355b', '#6c9bc7', '#c9563c'],
    ['#27566b', '#9cc5c1', '#d9a441'],
  ] as const);
  const size = 160;
  const quarter = [
    path('M0 0 Q58 6 80 80 Q6 58 0 0', `fill="${blue}"`),
    path('M80 0 Q72 50 80 80 Q88 50 80 0', `fill="${light}"`),
    circle([0, 80], between(random, 18, 26), accent),
    path('M0 40 Q28 40 40 0', `fill="none" stroke="${blue}" stroke-width="5"`),
  ].join('');
  const tile =
    rect([0, 0], [size, size], '#f7f5ee') +
    repeat(4, (turn) => `<g transform="rotate(${turn * 90} 80 80)">${quarter}</g>`) +
    rect([0, 0], [size, size], 'none', 'stroke="#c9c6ba" stroke-width="3"');
  return repeat(height / size, (row) =>
    repeat(width / size, (column) => {
      const shade = between(random, 0, 0.09).toFixed(3);
      return `<g transform="translate(${column * size} ${row * size})">${tile}${rect([0, 0], [size, size], '#4a3b2a', `opacity="${shade}"`)}</g>`;
    }),
  );
}
