import { useEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { quoteBlocks, type QuoteBlock } from './quoted-text.ts'

/** Lines of a quotation that are shown at once; the rest opens on demand. */
const shortQuoteLines = 12

/** A plain text body with its links and quotations distinguished. */
export function PlainText({ text }: { readonly text: string }) {
  return (
    <div class="plain-text">
      {quoteBlocks(text).map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block: { depth, text } }: { readonly block: QuoteBlock }) {
  if (depth === 0) {
    return (
      <p dir="auto">
        <LinkedText text={text} />
      </p>
    )
  }
  const lines = text.split('\n')
  const rest = lines.slice(shortQuoteLines).join('\n')

  return (
    <blockquote class={`quote depth-${depth}`} dir="auto">
      <LinkedText text={lines.slice(0, shortQuoteLines).join('\n')} />
      {rest === '' ? null : (
        <details>
          <summary aria-label={`+ ${lines.length - shortQuoteLines}`}>
            + {lines.length - shortQuoteLines}
          </summary>
          <LinkedText text={rest} />
        </details>
      )}
    </blockquote>
  )
}

/** Longer texts are shown without links: looking for them would hold up the page. */
const maxLinkedLength = 200_000

const safeLink = /^(?:https?:\/\/|mailto:)/i

/** Text with its web and mail addresses as links. Built as text nodes and elements: no markup is ever parsed. */
function LinkedText({ text }: { readonly text: string }) {
  const { linkFinder } = useApp()
  const find = linkFinder.find.value
  useEffect(linkFinder.load, [])
  if (find === undefined || text.length > maxLinkedLength) return <>{text}</>
  const links = find(text, { defaultProtocol: 'https' }).filter(({ href }) => safeLink.test(href))
  const pieces = links.flatMap((link, index) => {
    const before = text.slice(links[index - 1]?.end ?? 0, link.start)
    return [
      before,
      link.type === 'email' ? (
        <MailLink key={link.start} address={link.value} />
      ) : (
        <a key={link.start} href={link.href} target="_blank" rel="noopener noreferrer">
          {link.value}
        </a>
      ),
    ]
  })

  return (
    <>
      {pieces}
      {text.slice(links.at(-1)?.end ?? 0)}
    </>
  )
}

/** Writes to the address here instead of in another mail program. */
function MailLink({ address }: { readonly address: string }) {
  const { composer } = useApp()

  return (
    <a
      href={`mailto:${address}`}
      onClick={(event) => {
        event.preventDefault()
        composer.startNew({ to: address })
      }}
    >
      {address}
    </a>
  )
}
