import test from 'ava'
import { emptyDraft, type Draft } from '../../../../../plugin/web/state/composer/draft.ts'
import {
  asFormatted,
  asPlain,
  startFormatted,
  wouldLoseFormatting,
} from '../../../../../plugin/web/state/composer/formatted-draft.ts'
import { defaultPreferences } from '../../../../../plugin/settings/default-preferences.ts'
import { reopenedAs, writtenAs } from '../../../../../plugin/web/state/composer/signature.ts'

const mia = identity('mia', 'Mia', '<b>Mia</b>')
const office = identity('office', 'The office', '')
const above = { replyPlace: 'above', signaturePlace: 'above-quote' } as const
const below = { replyPlace: 'above', signaturePlace: 'below-quote' } as const
const formatted = { writeFormat: 'formatted', replyPlace: 'above' } as const
const EMPTY_LINE = '<div dir="auto"><br></div>'
const QUOTE = '<blockquote type="cite">Hello</blockquote>'

function identity(id: string, signature: string, formattedSignature: string) {
  return {
    ...{
      id,
      name: id,
      address: `${id}@example.test`,
      replyTo: '',
      bcc: '',
      organisation: '',
      version: 1,
    },
    ...{ signature, formattedSignature },
  }
}

function fresh(fields: Partial<Draft> = {}): Draft {
  return { ...emptyDraft('abcdefgh'), ...fields }
}

test('a new message is signed with the looks of the signature, and says it in words', (t) => {
  const draft = writtenAs(startFormatted(fresh(), formatted), mia, above)

  t.is(draft.html, `${EMPTY_LINE}${EMPTY_LINE}<div dir="auto">-- <br><b>Mia</b></div>`)
  t.is(draft.text, '\n\n-- \nMia')
})

test('another identity signs in the place of the former one', (t) => {
  const signed = writtenAs(fresh({ html: '', text: '' }), mia, above)

  const draft = writtenAs({ ...signed, html: `<p>Words</p>${signed.html ?? ''}` }, office, above)

  t.regex(draft.html ?? '', /^<p>Words<\/p>.*-- <br><div dir="auto">The office<\/div><\/div>$/)
  t.false(draft.html?.includes('Mia'))
})

test('a signature that was changed manually stays, beside no other one', (t) => {
  const signed = writtenAs(fresh({ html: '', text: '' }), mia, above)
  const changed = { ...signed, html: signed.html?.replace('Mia', 'Mia of Rome') ?? null, text: 'x' }

  const draft = writtenAs(changed, office, above)

  t.is(draft.html, changed.html)
})

test('a reply is signed above or below what it quotes', (t) => {
  const reply = fresh({ mode: 'reply', html: QUOTE, text: '> Hello' })

  t.regex(writtenAs(reply, mia, above).html ?? '', /<b>Mia<\/b><\/div><blockquote/)
  t.regex(writtenAs(reply, mia, below).html ?? '', /<\/blockquote>.*<b>Mia<\/b><\/div>$/)
})

test('a stored draft knows its signature, so that another identity replaces it', (t) => {
  const { html } = writtenAs(fresh({ html: '', text: '' }), mia, above)

  const stored = reopenedAs(fresh({ mode: 'draft', html, text: '-- \nMia' }), mia)
  const draft = writtenAs(stored, office, above)

  t.false(draft.html?.includes('Mia'))
})

test('the quote of a plain reply becomes the one that a formatted reply starts with', (t) => {
  const plain = fresh({ mode: 'reply', text: 'Yes\n\nBea wrote:\n> Hello\n>> Earlier\n' })

  const draft = asFormatted(plain, undefined)

  const line = (text: string) => `<div dir="auto">${text}</div>`
  const inner = `<blockquote type="cite">${line('Earlier')}</blockquote>`
  const quote = `<blockquote type="cite">${line('Hello')}${inner}</blockquote>`
  t.true(draft.html?.includes(`${line('Bea wrote:')}${quote}`))
  t.false(wouldLoseFormatting(draft))
  t.is(asPlain(draft).text, plain.text)
})

test('a plain message becomes formatted and plain again with its words and its signature', (t) => {
  const plain = writtenAs(fresh({ text: 'One <two>\n> quoted' }), mia, above)

  const draft = asFormatted(plain, mia)

  t.regex(
    draft.html ?? '',
    /One &lt;two&gt;<\/div><blockquote type="cite"><div dir="auto">quoted<\/div>/,
  )
  t.true(draft.html?.includes(draft.signatureMarkup))
  t.like(asPlain(draft), { html: null, text: plain.text, signature: 'Mia' })
})

test('going plain asks only where more than lines, quotes and the signature would be lost', (t) => {
  const signed = writtenAs(fresh({ html: '', text: '' }), mia, above)
  const withWords = (text: string) => ({ ...signed, html: text + (signed.html ?? '') })

  t.false(wouldLoseFormatting(fresh({ text: '<b>' })))
  t.false(wouldLoseFormatting(withWords('<div dir="auto">a &lt;b> c</div>')))
  t.true(wouldLoseFormatting(withWords('<div><i>a</i></div>')))
  t.true(wouldLoseFormatting(withWords('<div style="color: red">a</div>')))
})

test('a reply that was started without a signature gets it below the words and above the quote', (t) => {
  const line = '<div dir="auto">Bea wrote:</div>'
  const html = `<div dir="auto">Dear Bea</div>${EMPTY_LINE}${line}${QUOTE}`
  const reply = fresh({ mode: 'reply', html, text: 'Dear Bea\n\nBea wrote:\n> Hello' })

  const signed = writtenAs(reply, mia, above).html ?? ''

  t.regex(signed, /^<div dir="auto">Dear Bea<\/div>.*<b>Mia<\/b><\/div><div dir="auto"><br><\/div>/)
  t.true(signed.endsWith(`${line}${QUOTE}`))
})

test('between a signature and the quotation below it there is one empty line', (t) => {
  const html = `${EMPTY_LINE}${EMPTY_LINE}<div dir="auto">Bea wrote:</div>${QUOTE}`
  const reply = fresh({ mode: 'reply', html, text: 'Bea wrote:\n> Hello' })

  t.regex(
    writtenAs(reply, mia, above).html ?? '',
    /<b>Mia<\/b><\/div><div dir="auto"><br><\/div><div dir="auto">Bea/,
  )
})

test('by default a new message is rich text, and an answer or a forward is what its original is', (t) => {
  const { writeFormat, replyPlace } = defaultPreferences
  const started = (fields: Partial<Draft>) =>
    startFormatted(fresh(fields), { writeFormat, replyPlace }).html !== null

  t.true(started({}))
  t.false(started({ mode: 'reply', text: '> Hello' }))
  t.true(started({ mode: 'reply', html: QUOTE }))
  t.false(started({ mode: 'forward', text: '\n-------- Original --------\nHello' }))
  t.true(started({ mode: 'forward', original: { text: 'Hello' } }))
  t.true(started({ mode: 'forward' }))
  t.false(started({ mode: 'draft', text: 'Hello' }))
})
