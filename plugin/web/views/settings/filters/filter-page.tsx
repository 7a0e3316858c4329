import type { ComponentChildren } from 'preact'
import type { Failure } from '../../../wire/http/problem.ts'
import { useApp } from '../../../app/app-context.ts'
import { FailureNote } from '../../notice/failure.tsx'
import type { FilterEntry } from '../../../state/filters/rules.ts'

interface FilterPageProps {
  readonly note: string
  readonly problem: Failure | undefined
  readonly entries: readonly FilterEntry[] | null | undefined
  readonly children: (entries: readonly FilterEntry[]) => ComponentChildren
}

/** A page about one kind of filter: what failed, what it is for, and its form once the filters are there. */
export function FilterPage({ note, problem, entries, children }: FilterPageProps) {
  const { laterText } = useApp()
  return (
    <>
      <FailureNote failure={problem} />
      <p class="dialog-text">{note}</p>
      {entries === undefined ? null : entries === null ? (
        <p role="status">{laterText.filters.notRead}</p>
      ) : (
        children(entries)
      )}
    </>
  )
}
