import test from 'ava'
import { formattedText } from '../../../../proxy/mail/submission/formatted-signature.ts'

const signature = { text: 'Ann Other\nSender & Co.', html: '<b>Ann Other</b><br>Sender &amp; Co.' }
const text = 'A <word>.\n\n-- \nAnn Other\nSender & Co.\n\n> Earlier'

test('the signature has its looks, and what stands around it stays text', (t) => {
  const html = formattedText(text, signature) ?? ''

  t.regex(
    html,
    /A &lt;word>\.<br><br><\/div><div dir="auto">--<br><b>Ann Other<\/b><br>Sender &amp; Co\.<\/div>/,
  )
  t.true(html.endsWith('<br><br>> Earlier</div>'))
})

test('line ends of a form are no other text', (t) => {
  t.is(formattedText(text.replaceAll('\n', '\r\n'), signature), formattedText(text, signature))
})

test('a signature that a user changed in the text has no looks', (t) => {
  t.is(formattedText(text.replace('Sender & Co.', 'On holiday'), signature), undefined)
  t.is(formattedText('No signature at all', signature), undefined)
  t.is(formattedText(text, { text: '', html: '<img src="https://x.test/a.png">' }), undefined)
})
