import type { ReadonlySignal } from '@preact/signals'
import type { NativeMessageName, NativeRow } from '../../wire/native/types.ts'
import type { Selection } from '../state/list/selection.ts'
import type { Commands } from './commands.ts'

/** A list that may lie over that of the open folder: what is found in all folders. */
export interface FrontList {
  /** What is searched for; undefined while the list of the folder is on show. */
  readonly text: ReadonlySignal<string | undefined>
  /** Takes a search that is about more than the open folder; false for any other one. */
  search(text: string): boolean
  /** Shows the last search again, or leaves it. */
  show(isShown: boolean): void
  /** The row of a message that is found. */
  rowOf(name: NativeMessageName): NativeRow | undefined
  /** What the keys of the page act by. */
  readonly ofKeys: { readonly commands: Commands; readonly selection: Selection }
}
