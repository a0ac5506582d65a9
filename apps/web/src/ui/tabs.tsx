import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface TabsProps<Value extends string> {
  /** The accessible name. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: string; panel: ReactNode }[];
}

/** Tabs. All panels stay mounted, so that form input is not lost. */
export function Tabs<Value extends string>({
  label: name,
  value,
  onChange,
  tabs,
}: TabsProps<Value>) {
  return (
    <BaseTabs.Root
      value={value}
      // The values are those of the tabs below.
      onValueChange={(chosen: Value) => onChange(chosen)}
    >
      <BaseTabs.List
        aria-label={name}
        activateOnFocus
        className="scroll-hints flex overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="group flex h-12 flex-1 items-center justify-center font-semibold whitespace-nowrap text-muted max-[22rem]:flex-auto max-[22rem]:text-sm transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-selected:text-ink"
          >
            <span className="flex h-full items-center border-b-3 border-transparent px-1 group-aria-selected:border-accent">
              {tab.label}
            </span>
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} keepMounted className="p-4">
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
