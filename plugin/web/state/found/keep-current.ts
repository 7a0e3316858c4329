import { effect, untracked, type ReadonlySignal, type Signal } from '@preact/signals'
import type { DoneAction } from '../../wire/http/http-client.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'
import { afterAction, type FoundRow } from './found-rows.ts'

interface KeepCurrentOptions {
  readonly lastDone: ReadonlySignal<DoneAction | undefined>
  readonly mailboxes: Pick<Mailboxes, 'special'>
}

/** Keeps rows of several folders as they are after each action; what goes to Trash or Junk is away. */
export function keepRowsCurrent<Row extends FoundRow>(
  rows: Signal<readonly Row[]>,
  { lastDone, mailboxes }: KeepCurrentOptions,
): void {
  effect(() => {
    const action = lastDone.value
    if (action === undefined) return
    const leftOut = [mailboxes.special('trash')?.path, mailboxes.special('junk')?.path]
    untracked(() => {
      rows.value = afterAction(rows.value, action, leftOut)
    })
  })
}
