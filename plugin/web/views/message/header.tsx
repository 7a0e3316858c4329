import type { NativeAddress, NativeMessage, NativeRow } from '../../../wire/native/types.ts'
import { formatFullDate } from '../../texts/format.ts'
import { namesOf } from '../../state/folder/names.ts'
import { formatAddresses } from '../../texts/address-text.ts'
import { useApp } from '../../app/app-context.ts'
import { WhenLoaded } from '../frame/when-loaded.tsx'
import { Avatar } from '../icon/avatar.tsx'

interface MessageHeaderProps {
  readonly row: NativeRow
  /** What the row does not tell; undefined while it loads. */
  readonly message: Pick<NativeMessage, 'bcc' | 'replyTo'> | undefined
}

/** Subject, sender, time and recipients; all addresses in full behind one click. */
export function MessageHeader({ row, message }: MessageHeaderProps) {
  const { text, parts } = useApp()
  const [sender] = row.from
  const senderName = sender === undefined ? text.noSender : sender.name || sender.address
  const fields: readonly (readonly [string, readonly NativeAddress[]])[] = [
    [text.from, row.from],
    [text.to, row.to],
    [text.cc, row.cc],
    [text.bcc, message?.bcc ?? []],
    [text.replyTo, message?.replyTo ?? []],
  ]

  return (
    <header class="message-header">
      <h2 class="message-subject" dir="auto">
        {row.subject || text.noSubject}
      </h2>
      <div class="message-who">
        <Avatar name={senderName} />
        <div class="message-names">
          <div class="message-sender">
            <strong dir="auto">{senderName}</strong>
            {sender === undefined || sender.name === '' ? null : (
              <span class="message-address" dir="auto">
                {sender.address}
              </span>
            )}
            <WhenLoaded part={parts.sender} />
          </div>
          <details class="message-details">
            <summary>
              {text.to.toLocaleLowerCase()} <bdi>{namesOf([...row.to, ...row.cc]) || '–'}</bdi>
            </summary>
            <dl>
              {fields
                .filter(([, addresses]) => addresses.length > 0)
                .map(([label, addresses]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>
                      <bdi>{formatAddresses(addresses)}</bdi>
                    </dd>
                  </div>
                ))}
            </dl>
          </details>
        </div>
        <time class="message-date" dateTime={new Date(row.date).toISOString()}>
          {formatFullDate(row.date)}
        </time>
      </div>
    </header>
  )
}
