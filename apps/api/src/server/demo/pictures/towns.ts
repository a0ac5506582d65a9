import { between, pick, type Random } from '../random.ts';
import {
  circle,
  glow,
  gradient,
  height,
  land,
  mix,
  path,
  polygon,
  rect,
  repeat,
  sky,
  width,
} from './svg.ts';

const evening = ['#3a4a7d', '#a8719a', '#f2a57e', '#fbdcae'] as const;

/** Roofs and towers at dusk, lit windows, their light on the water. */
export function city(random: Random): string {
  const shore = 720;
  const rows = 3;
  return (
    sky('sky', evening) +
    glow('halo', '#fff0cf', [between(random, 300, 1000), 560], 480) +
    repeat(rows, (row) => houses(random, { shore, depth: row / (rows - 1) })) +
    gradient('water', ['#b8788f', '#4a4377', '#2a2a55']) +
    rect([0, shore], [width, height - shore], 'url(#water)') +
    repeat(90, () => {
      const y = between(random, shore + 6, height);
      return rect(
        [between(random, 0, width), y],
        [between(random, 20, 90), 3],
        '#ffd9a0',
        `opacity="${between(random, 0.08, 0.4).toFixed(2)}" rx="1.5"`,
      );
    })
  );
}

function houses(random: Random, { shore, depth }: { shore: number; depth: number }): string {
  const colour = mix('#b58aa6', '#2b2547', depth);
  let row = '';
  for (let x = -40; x < width;) {
    const breadth = between(random, 60, 130);
    const tall = between(random, 130, 330) * (1.25 - depth * 0.55);
    const top = shore - tall;
    row += rect([x, top], [breadth + 1, tall], mix(colour, '#000000', between(random, 0, 0.12)));
    row += roof(random, { x, top, breadth, colour });
    if (depth > 0.4) row += windows(random, { x, top, breadth, bottom: shore });
    x += breadth;
  }
  return row;
}

function roof(
  random: Random,
  { x, top, breadth, colour }: { x: number; top: number; breadth: number; colour: string },
): string {
  const rise = random() < 0.15 ? 120 : between(random, 18, 60);
  const tip = x + breadth * (random() < 0.5 ? 0.5 : between(random, 0.2, 0.8));
  return polygon(
    [
      [x, top + 1],
      [tip, top - rise],
      [x + breadth, top + 1],
    ],
    mix(colour, '#7a2f3a', 0.25),
  );
}

function windows(
  random: Random,
  { x, top, breadth, bottom }: { x: number; top: number; breadth: number; bottom: number },
): string {
  let lit = '';
  for (let y = top + 18; y < bottom - 30; y += 34) {
    for (let left = x + 12; left < x + breadth - 16; left += 26) {
      if (random() < 0.45) lit += rect([left, y], [12, 18], '#ffd98c', 'opacity="0.9"');
    }
  }
  return lit;
}

/** A small train on its way through snow. */
export function train(random: Random): string {
  const rail = 690;
  const carriages = repeat(3, (index) => carriage(250 + index * 268, rail, index === 2));
  const poles = repeat(7, (index) => {
    const x = 60 + index * 200;
    return rect([x, 470], [5, rail - 466], '#5d6b80') + rect([x - 16, 484], [36, 4], '#5d6b80');
  });
  return (
    sky('sky', ['#8fb3cf', '#d8dfe6', '#f9dcc4']) +
    glow('halo', '#fff6e0', [between(random, 700, 1100), 420], 380) +
    land(random, { y: 520, unevenness: 60, steps: 7, jagged: true }, '#a9bccd') +
    land(random, { y: 610, unevenness: 24, steps: 5 }, '#d5e0ea') +
    poles +
    path(
      'M0 492 Q100 512 200 492 T400 492 T600 492 T800 492 T1000 492 T1200 492 T1400 492',
      'fill="none" stroke="#5d6b80" stroke-width="2"',
    ) +
    rect([0, rail], [width, 8], '#6a6470') +
    carriages +
    land(random, { y: 760, unevenness: 22, steps: 4 }, '#eef4f8') +
    repeat(120, () =>
      circle(
        [between(random, 0, width), between(random, 0, height)],
        between(random, 1.5, 5),
        '#ffffff',
        'opacity="0.75"',
      ),
    )
  );
}

function carriage(x: number, rail: number, isFront: boolean): string {
  const colour = '#b8432f';
  const nose = isFront
    ? path(`M${x + 240} ${rail - 132} q38 12 44 96 v26 h-44 Z`, `fill="${colour}"`)
    : '';
  return (
    rect([x, rail - 132], [252, 122], colour, 'rx="14"') +
    nose +
    rect([x, rail - 58], [isFront ? 282 : 252, 14], '#f3e2c2') +
    repeat(4, (index) => rect([x + 22 + index * 56, rail - 112], [40, 40], '#ffe7b0', 'rx="5"')) +
    circle([x + 54, rail - 4], 15, '#2d2a33') +
    circle([x + 198, rail - 4], 15, '#2d2a33')
  );
}

/** Houses with stepped gables, for streets along a canal. */
export function street(random: Random): string {
  const colours = ['#b5533c', '#d9a05b', '#7a8c6b', '#8a5a6b', '#c7b299'] as const;
  const breadth = 160;
  const ground = 760;
  const row = repeat(9, (index) => {
    const x = index * breadth - 60;
    const top = between(random, 300, 420);
    const colour = pick(random, colours);
    const steps = repeat(4, (step) =>
      rect([x + step * 18, top - step * 26], [breadth - step * 36, 28], colour),
    );
    const panes = repeat(9, (pane) =>
      rect(
        [x + 24 + (pane % 3) * 42, top + 44 + Math.floor(pane / 3) * 90],
        [28, 52],
        random() < 0.5 ? '#ffe0a3' : '#3f4a5e',
        'stroke="#f4ead8" stroke-width="4"',
      ),
    );
    return rect([x, top], [breadth - 4, ground - top], colour) + steps + panes;
  });
  return (
    sky('sky', ['#86a8c4', '#dccfc6', '#f7d9b4']) +
    row +
    rect([0, ground], [width, 26], '#6f665e') +
    gradient('water', ['#7d7f7a', '#39494f']) +
    rect([0, ground + 26], [width, height], 'url(#water)') +
    repeat(60, () =>
      rect(
        [between(random, 0, width), between(random, ground + 34, height)],
        [between(random, 30, 120), 3],
        '#f7e2bd',
        'opacity="0.25"',
      ),
    )
  );
}
