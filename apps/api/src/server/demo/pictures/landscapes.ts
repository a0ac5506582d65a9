import { between, pick, type Random } from '../random.ts';
import {
  circle,
  ellipse,
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

interface Light {
  sky: readonly [string, string, string];
  sun: string;
  far: string;
  near: string;
}

const lights: readonly [Light, ...Light[]] = [
  { sky: ['#f6d7b0', '#f4b183', '#e58a72'], sun: '#fff3d6', far: '#c98b86', near: '#3f2f4a' },
  { sky: ['#bfd9e6', '#dfe9e2', '#f7e9cf'], sun: '#fffbe8', far: '#9db8b8', near: '#24433f' },
  { sky: ['#5d6ba3', '#b08bb5', '#f0b49a'], sun: '#ffe2bf', far: '#7f78a8', near: '#231f3d' },
  { sky: ['#9fc5d8', '#cfe3e4', '#f3efe2'], sun: '#ffffff', far: '#8fb0bd', near: '#2b4a63' },
];

/** Ridge behind ridge in haze. */
export function mountains(random: Random): string {
  const light = pick(random, lights);
  const ridges = 6;
  return (
    sky('sky', light.sky) +
    sun(random, light, 300) +
    repeat(ridges, (index) => {
      const depth = index / (ridges - 1);
      const y = 330 + depth * 430;
      return land(
        random,
        { y, unevenness: 120 - depth * 30, steps: 9 + index * 2, jagged: true },
        mix(light.far, light.near, depth),
        `opacity="${0.75 + depth * 0.25}"`,
      );
    })
  );
}

/** Rolling land with bushes along its edges. */
export function hills(random: Random): string {
  const light = pick(random, lights);
  const rows = 5;
  return (
    sky('sky', light.sky) +
    sun(random, light, 280) +
    repeat(rows, (index) => {
      const depth = index / (rows - 1);
      const colour = mix(light.far, light.near, depth);
      const y = 470 + depth * 330;
      const bushes = repeat(10 + index * 14, () => {
        const size = between(random, 4, 8) * (1 + depth * 1.6);
        const place = [between(random, 0, width), y + between(random, 36, 120)] as const;
        const blossom = pick(random, ['#e7a3b0', '#f0cf8e', '#8fae7c', '#5f8a6a']);
        return ellipse(place, [size * 1.4, size], mix(colour, blossom, 0.25 + depth * 0.5));
      });
      return land(random, { y, unevenness: 45, steps: 5 }, colour) + bushes;
    })
  );
}

/** Trunks that fade into mist. */
export function forest(random: Random): string {
  const rows = 5;
  return (
    sky('sky', ['#dfe7dd', '#c5d3c4', '#8fa595']) +
    glow('light', '#fffbe6', [between(random, 400, 900), 260], 520) +
    repeat(rows, (row) => {
      const depth = row / (rows - 1);
      const colour = mix('#b3c3b5', '#1d2f29', depth);
      const trunks = repeat(16 - row * 2, () => {
        const x = between(random, -20, width);
        const thickness = between(random, 8, 16) * (1 + depth * 3);
        const lean = between(random, -18, 18);
        return polygon(
          [
            [x + lean, -20],
            [x + lean + thickness * 0.7, -20],
            [x + thickness, height],
            [x - thickness * 0.3, height],
          ],
          colour,
        );
      });
      return trunks + land(random, { y: 720 + depth * 160, unevenness: 22, steps: 7 }, colour);
    })
  );
}

/** Water with the light's path on it, and sometimes a boat. */
export function sea(random: Random): string {
  const light = pick(random, lights);
  const horizon = 500;
  const x = between(random, 380, 900);
  const path_ = repeat(46, (index) => {
    const y = horizon + 8 + index * 10;
    const length = between(random, 20, 70) * (1 + index / 14);
    return rect(
      [x - length / 2 + between(random, -30, 30), y],
      [length, 3 + index / 12],
      light.sun,
      `rx="2" opacity="${between(random, 0.25, 0.75).toFixed(2)}"`,
    );
  });
  const water = [mix(light.far, light.sky[2], 0.4), mix(light.far, light.near, 0.6), light.near];
  return (
    sky('sky', light.sky) +
    glow('halo', light.sun, [x, horizon - 70], 360) +
    circle([x, horizon - 70], 64, light.sun) +
    gradient('water', water) +
    rect([0, horizon], [width, height - horizon], 'url(#water)') +
    path_ +
    (random() < 0.7 ? boat(between(random, 180, 1000), horizon + 60, light.near) : '')
  );
}

function boat(x: number, y: number, colour: string): string {
  const dark = mix(colour, '#000000', 0.35);
  return (
    polygon(
      [
        [x, y - 150],
        [x, y - 14],
        [x + 86, y - 14],
      ],
      '#fdf8ec',
    ) +
    polygon(
      [
        [x - 8, y - 128],
        [x - 8, y - 14],
        [x - 58, y - 14],
      ],
      '#e9dcc3',
    ) +
    path(`M${x - 80} ${y - 6} H${x + 104} L${x + 74} ${y + 26} H${x - 52} Z`, `fill="${dark}"`) +
    rect([x - 5, y - 158], [5, 152], dark)
  );
}

/** Bands of northern light over snow. */
export function aurora(random: Random): string {
  const bands = repeat(26, (index) => {
    const x = -100 + index * 56 + between(random, -20, 20);
    const top = 60 + Math.sin(index / 4) * 110 + between(random, -30, 30);
    const length = between(random, 260, 460);
    return path(
      `M${x} ${top} q40 ${length / 2} ${between(random, -40, 40)} ${length} l90 0 q20 ${-length / 2} -10 ${-length} Z`,
      'fill="url(#band)" opacity="0.34"',
    );
  });
  return (
    sky('sky', ['#0a1330', '#152a52', '#274a63']) +
    stars(random, 160, 620) +
    gradient('band', ['#7d5fd300', '#5fe0a5', '#9af5c8', '#5fe0a500']) +
    bands +
    land(random, { y: 690, unevenness: 60, steps: 8, jagged: true }, '#31456b') +
    land(random, { y: 770, unevenness: 40, steps: 5 }, '#b9cfe0') +
    land(random, { y: 850, unevenness: 24, steps: 4 }, '#e6eff5') +
    repeat(3, (index) => cabin(260 + index * 210 + between(random, -40, 40), 800 + index * 14))
  );
}

function cabin(x: number, y: number): string {
  return (
    rect([x, y], [92, 54], '#5b2b2b') +
    polygon(
      [
        [x - 12, y + 4],
        [x + 46, y - 40],
        [x + 104, y + 4],
      ],
      '#e6eff5',
    ) +
    rect([x + 34, y + 18], [22, 20], '#ffd98a')
  );
}

/** The night sky above a dark line of hills. */
export function nightSky(random: Random): string {
  const haze = repeat(70, (index) => {
    const along = index / 70;
    const centre = [
      along * width + between(random, -60, 60),
      640 - along * 560 + between(random, -70, 70),
    ] as const;
    return circle(centre, between(random, 60, 190), 'url(#haze)', 'opacity="0.16"');
  });
  return (
    sky('sky', ['#070b1f', '#141d45', '#3a3f73']) +
    glow('haze', '#b9bfe6', [0, 0], 0) +
    haze +
    stars(random, 420, 780) +
    land(random, { y: 800, unevenness: 50, steps: 6 }, '#10142e') +
    land(random, { y: 880, unevenness: 30, steps: 4 }, '#070a1b')
  );
}

function stars(random: Random, count: number, lowest: number): string {
  return repeat(count, () =>
    circle(
      [between(random, 0, width), random() ** 1.3 * lowest],
      0.8 + random() ** 6 * 4,
      pick(random, ['#ffffff', '#fff1d0', '#cfe0ff']),
      `opacity="${between(random, 0.4, 1).toFixed(2)}"`,
    ),
  );
}

function sun(random: Random, light: Light, y: number): string {
  const x = between(random, 260, 1020);
  return glow('halo', light.sun, [x, y], 420) + circle([x, y], 70, light.sun, 'opacity="0.95"');
}
