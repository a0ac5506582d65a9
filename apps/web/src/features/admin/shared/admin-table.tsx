import type { ReactNode } from 'react';

interface AdminTableProps {
  label: string;
  columns: readonly string[];
  /** The first cell is the header of its row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** Numbers in a table that scrolls sideways, also by keyboard. */
export function AdminTable({ label, columns, rows }: AdminTableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
      tabIndex={0}
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      <table className="w-full text-sm whitespace-nowrap tabular-nums">
        <thead className="text-muted">
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="border-b border-line px-3 py-2 text-end font-medium first:ps-4 first:text-start last:pe-4"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [header, ...cells] }) => (
            <tr key={key} className="border-b border-line last:border-none">
              <th scope="row" className="py-2 ps-4 pe-3 text-start font-medium">
                {header}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="px-3 py-2 text-end last:pe-4">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
