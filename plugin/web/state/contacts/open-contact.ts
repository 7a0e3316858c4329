import type {
  NativeCollected,
  NativeContact,
  NativeContactConflict,
  NativeContactEntry,
  NativeContactImport,
  NativeContactRow,
} from '../../../wire/native/types.ts'

/** What the right side shows. */
export type OpenContact =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'loading'; readonly id: string }
  | { readonly kind: 'shown'; readonly entry: NativeContactEntry }
  /** Of the directory of the company. */
  | { readonly kind: 'person'; readonly id: string; readonly contact: NativeContact }
  | {
      readonly kind: 'edited'
      /** undefined: a new one. */
      readonly entry: NativeContactEntry | undefined
      readonly conflict: NativeContactConflict | undefined
    }
  | { readonly kind: 'imported'; readonly report: NativeContactImport }
  | { readonly kind: 'collected'; readonly people: NativeCollected }
  | { readonly kind: 'doubles'; readonly sets: readonly (readonly NativeContactRow[])[] }

/** Id of the contact it shows; undefined for none, and for a new one. */
export function openIdOf(open: OpenContact): string | undefined {
  if (open.kind === 'loading' || open.kind === 'person') return open.id
  return open.kind === 'shown' || open.kind === 'edited' ? open.entry?.id : undefined
}
