import type { NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { Icon } from '../icon/icon.tsx'

type Trust = NativeMessage['trust']

/** What a trusted mail server found of the sender: whether it is verified, and behind a click by what. */
export function SenderCheck({ message }: { readonly message: NativeMessage }) {
  const { laterText } = useApp()
  const texts = laterText.mail
  const { authentication } = message.trust
  if (authentication.length === 0) return null
  const isVerified = authentication.some(
    ({ method, result }) => method === 'dmarc' && result === 'pass',
  )

  return (
    <details class="sender-note">
      <summary>{isVerified ? texts.senderVerified : texts.senderNotVerified}</summary>
      <ul>
        {authentication.map(({ method, result, domain }) => (
          <li key={method}>
            {method.toUpperCase()}: {resultText(result, texts)} <bdi>{domain}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}

function resultText(
  result: Trust['authentication'][number]['result'],
  texts: Readonly<Record<'checkPassed' | 'checkFailed' | 'checkUnknown', string>>,
): string {
  if (result === 'pass') return texts.checkPassed
  return result === 'fail' ? texts.checkFailed : `${texts.checkUnknown} (${result})`
}

/** What speaks against the sender of the open message, each in a line above it. */
export function SenderWarnings() {
  const { reader, laterText } = useApp()
  const reading = reader.reading.value
  if (reading.kind !== 'message') return null
  const texts = laterText.mail
  const textOf = (warning: Trust['warnings'][number]): string => {
    switch (warning.kind) {
      case 'unverified':
        return texts.warnUnverified(warning)
      case 'look-alike':
        return texts.warnLookAlike(warning)
      case 'name':
        return texts.warnName(warning)
      case 'reply-to':
        return texts.warnReplyTo(warning)
    }
  }

  return (
    <>
      {reading.message.trust.warnings.map((warning) => (
        <div
          key={warning.kind}
          class={warning.kind === 'unverified' ? 'message-bar is-warning' : 'message-bar'}
          role="note"
        >
          <Icon name="junk" />
          <span class="bar-text">{textOf(warning)}</span>
        </div>
      ))}
    </>
  )
}
