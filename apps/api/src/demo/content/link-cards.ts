import { findLink } from '../../modules/threads/index.ts';

/** A page that threads and messages of the demo link to. Nobody can fetch it, because its host does not exist. */
export interface DemoPage {
  url: string;
  title: string;
  description: string | null;
  isVideo: boolean;
  /** A file of images/threads; null for a card without an image. */
  imageName: string | null;
}

export const demoPages: readonly DemoPage[] = [
  {
    url: 'https://hruska-frames.example/squealing-brakes',
    title: 'Why brakes squeal, and what to try before new pads',
    description: 'Clean, toe in, bed in: an hour in the stand, in the order that costs least.',
    isVideo: false,
    imageName: 'still-life-1',
  },
  {
    url: 'https://restored-on-saturday.example/checklist',
    title: 'The Saturday restore: a checklist for one person and one spare machine',
    description: null,
    isVideo: false,
    imageName: null,
  },
  {
    url: 'https://video.example/watch/reindeer',
    title: 'Forty reindeer and one patient driver',
    description: 'Four minutes on the E8 near Tromsø, filmed through the windscreen.',
    isVideo: true,
    imageName: 'hills-3',
  },
];

/** The id of the card of a text; null if it links to none of the pages. */
export function findDemoCardId(text: string): string | null {
  const hasCard = demoPages.some(({ url }) => text.includes(url));
  return hasCard ? (findLink(text, () => true)?.id ?? null) : null;
}
