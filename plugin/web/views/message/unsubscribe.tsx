import { useSignal } from '@preact/signals'
import type { NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { messageNameOf } from '../../wire/message-name.ts'

type Way = NativeMessage['unsubscribe'][number]

/** Leaves the list that sent the message, by the first way that its sender names; where that fails the next one takes its place. */
export function Unsubscribe({ message }: { readonly message: NativeMessage }) {
  const { laterText, dialogs, composer, http, notices } = useApp()
  const texts = laterText.mail
  const failed = useSignal(0)
  const state = useSignal<'open' | 'sending' | 'sent'>('open')
  const way = message.unsubscribe[failed.value]
  if (way === undefined) return null
  if (state.value === 'sent') return <span class="sender-note">{texts.unsubscribed}</span>

  const post = async (host: string) => {
    state.value = 'sending'
    try {
      // It goes on when the message is left, and its result is told then as well.
      const { signal } = new AbortController()
      const { isAccepted } = await http.post('unsubscribe', messageNameOf(message), signal)
      state.value = isAccepted ? 'sent' : 'open'
      if (isAccepted) notices.say(texts.unsubscribeSent({ host }))
      else {
        failed.value += 1
        notices.fail(texts.unsubscribeFailed({ host }))
      }
    } catch (error) {
      state.value = 'open'
      notices.failed(error)
    }
  }
  const leave = (chosen: Exclude<Way, { kind: 'page' }>) => {
    if (chosen.kind === 'mail') {
      const { to, subject, body } = chosen
      composer.startNew({ to, subject, text: body })
      return
    }
    const { host } = chosen
    dialogs.confirm({
      title: texts.unsubscribe,
      text: texts.unsubscribeAsk({ host }),
      confirm: texts.unsubscribe,
      run: () => void post(host),
    })
  }

  if (way.kind === 'page') {
    return (
      <a
        class="button small quiet unsubscribe"
        href={way.url}
        title={way.url}
        target="_blank"
        rel="noopener noreferrer"
      >
        {texts.unsubscribePage}
      </a>
    )
  }
  return (
    <button
      type="button"
      class="button small quiet unsubscribe"
      disabled={state.value === 'sending'}
      onClick={() => leave(way)}
    >
      {texts.unsubscribe}
    </button>
  )
}
