import Apple from 'lucide-react/icons/apple';
import Clock from 'lucide-react/icons/clock';
import Flag from 'lucide-react/icons/flag';
import Lightbulb from 'lucide-react/icons/lightbulb';
import PawPrint from 'lucide-react/icons/paw-print';
import Plane from 'lucide-react/icons/plane';
import Shapes from 'lucide-react/icons/shapes';
import Smile from 'lucide-react/icons/smile';
import Trophy from 'lucide-react/icons/trophy';
import User from 'lucide-react/icons/user';
import type { LucideIcon } from 'lucide-react';
import type { EmojiData } from 'frimousse';
import type { RefObject } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';

/** By the number of the category in Emojibase; 2 are parts of emojis. */
const icons: Partial<Record<number, LucideIcon>> = {
  [-1]: Clock,
  0: Smile,
  1: User,
  3: PawPrint,
  4: Apple,
  5: Plane,
  6: Trophy,
  7: Lightbulb,
  8: Shapes,
  9: Flag,
};

interface CategoryBarProps {
  data: EmojiData;
  viewport: RefObject<HTMLElement | null>;
}

/** Scrolls to a category. */
export function CategoryBar({ data, viewport }: CategoryBarProps) {
  const show = (position: number) => {
    // The list renders only what is visible, so the headings are positioned, and can be measured.
    const headings = viewport.current?.querySelectorAll<HTMLElement>('[frimousse-category]');
    // The first one is hidden and only measured.
    viewport.current?.scrollTo({ top: headings?.[position + 1]?.offsetTop ?? 0 });
  };
  return (
    <div className="flex justify-between border-t border-line px-1">
      {data.categories.map(({ index, label }, position) => (
        <IconButton
          key={index}
          icon={icons[index] ?? Shapes}
          label={label}
          iconSize={18}
          size="sm"
          className="my-1"
          onClick={() => show(position)}
        />
      ))}
    </div>
  );
}
