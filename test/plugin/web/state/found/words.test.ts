import test from 'ava'
import { shownWords, wordPattern } from '../../../../../plugin/web/state/found/words.ts'

test('words, and what is looked for in one field, are shown; what is excluded and what is no text are not', (t) => {
  const search =
    'annual from:ada subject:"next year" -draft -to:bob is:unread larger:5M OR "big plan" in:sent'

  t.deepEqual(shownWords(search), ['annual', 'ada', 'next year', 'big plan'])
})

test('a search of more words than are marked shows the first twenty', (t) => {
  const words = Array.from({ length: 30 }, (_, index) => `w${index}`)

  t.deepEqual(shownWords(words.join(' ')), words.slice(0, 20))
})

test('words are found in any case and as they are written, the longest of those that begin alike', (t) => {
  const pattern = wordPattern(['plan', 'plan (b)', 'STRASSE', 'Äpfel'])
  const found = (text: string) => [...text.matchAll(pattern ?? /$^/g)].map(([word]) => word)

  t.deepEqual(found('Plan (B), straße, Strasse, äpfel, planes'), [
    'Plan (B)',
    'Strasse',
    'äpfel',
    'plan',
  ])
})

test('a search without a word marks nothing', (t) => {
  t.is(wordPattern(shownWords('is:unread -draft')), undefined)
})
