import test from 'ava'
import { previewOfHtml, previewOfText } from '../../../../proxy/mail/message/preview-text.ts'

test('HTML that is cut anywhere leaves no markup and no style behind', (t) => {
  const whole =
    '<head><title>News</title><style>p { color: red }</style></head><!-- hidden --><p>Hello&nbsp;&#8211; w&#246;rld</p><img src="x">'

  t.is(previewOfHtml(whole), 'Hello – wörld')
  for (let end = 0; end < whole.length; end += 1) {
    t.notRegex(previewOfHtml(whole.slice(0, end)), /[<>{}]|hidden|News|src/)
  }
})

test('what is made to be slow takes no longer than other text', (t) => {
  for (const piece of ['<style ', '<!--', '<', '&#', '<script>']) {
    t.true(previewOfHtml(piece.repeat(8_192 / piece.length)).length <= 200)
  }
})

test('a preview is one line without the text of others, of 200 characters at most', (t) => {
  t.is(previewOfText('> quoted\r\nMine\r\n\r\n  and more\u200b\u034f \u034f'), 'Mine and more')
  t.is(previewOfText('🙂'.repeat(300)).length, 200)
})
