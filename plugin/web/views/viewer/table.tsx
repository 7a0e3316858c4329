import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NativePart } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { codeLoader } from '../../loading/code-loader.ts'
import { readTable, type ShownTable } from '../../state/message/read-table.ts'
import type { ViewedMessage } from '../../state/notice/dialogs.ts'
import { usePartText } from './part-text.ts'
import { NoText, TextLines } from './text.tsx'

const loadParser = codeLoader(() => import('csv-parse/browser/esm/sync'))

interface ViewedTableProps {
  readonly message: ViewedMessage
  readonly part: NativePart
}

/** Comma-separated values as a table; as text where they are none, or where the code for it can not be had. */
export function ViewedTable({ message, part }: ViewedTableProps) {
  const state = usePartText(message, part)
  const table = useSignal<ShownTable | 'coming' | 'none'>('coming')
  useEffect(() => {
    if (state.kind !== 'text') return
    loadParser().then(
      ({ parse }) => (table.value = readTable(parse, state.text) ?? 'none'),
      () => (table.value = 'none'),
    )
  }, [state])

  if (state.kind !== 'text') return <NoText state={state} />
  if (table.value === 'coming') return <NoText state={{ kind: 'coming' }} />
  if (table.value === 'none') return <TextLines state={state} />
  return <TableRows table={table.value} isCut={state.isCut} label={part.filename} />
}

function TableRows({
  table: { rows, isCut: hasMore },
  isCut,
  label,
}: {
  readonly table: ShownTable
  readonly isCut: boolean
  readonly label: string
}) {
  const { laterText } = useApp()
  const [head = [], ...others] = rows
  const columns = Math.max(...rows.map(({ length }) => length))
  return (
    <>
      {isCut || hasMore ? (
        <p class="viewer-note">{laterText.mail.tableCut({ rows: rows.length, columns })}</p>
      ) : null}
      <div class="viewer-table" role="region" aria-label={label} tabIndex={0} data-keeps-arrows>
        <table>
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index} scope="col" dir="auto">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {others.map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, index) => (
                  <td key={index} dir="auto">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
