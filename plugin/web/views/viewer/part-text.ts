import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NativePart } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { messageKey, messageNameOf } from '../../wire/message-name.ts'
import type { ViewedMessage } from '../../state/notice/dialogs.ts'

/** The text of a file, on its way, there, or why it could not be had. */
export type PartText =
  | { readonly kind: 'coming' }
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Requests the text of a file once it is on show, in the text encoding that the user chose for its message. */
export function usePartText(message: ViewedMessage, { id }: NativePart): PartText {
  const { http, connection, chosenCharsets } = useApp()
  const state = useSignal<PartText>({ kind: 'coming' })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const name = messageNameOf(message)
    const charset = chosenCharsets.get(messageKey(name))
    const request = () => http.get('part-text', { ...name, partId: id, charset }, signal)
    connection.reach(request, signal).then(
      ({ text, isCut }) => (state.value = { kind: 'text', text, isCut }),
      (error: unknown) => {
        if (!signal.aborted) state.value = { kind: 'failed', error }
      },
    )
    return () => leaving.abort()
  }, [])
  return state.value
}
