import test from 'ava'
import { createPageStorage } from '../../../../../plugin/web/browser/page-storage.ts'
import { createChosenCharsets } from '../../../../../plugin/web/state/message/chosen-charsets.ts'

function openTab() {
  const items = new Map<string, string>()
  const page = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  return { items, open: () => createChosenCharsets({ storage: () => page, user: 'ann' }) }
}

test('a choice is known to the next page, and one that was rolled back is not', (t) => {
  const { open } = openTab()
  const choices = open()
  choices.set('1 7 INBOX', 'koi8-r')
  choices.set('1 8 INBOX', 'big5')
  choices.set('1 8 INBOX', undefined)

  t.deepEqual([open().get('1 7 INBOX'), open().get('1 8 INBOX')], ['koi8-r', undefined])
})

test('of more than 300 choices the oldest are forgotten', (t) => {
  const { items, open } = openTab()
  const choices = open()
  for (let uid = 1; uid <= 320; uid += 1) choices.set(`1 ${uid} INBOX`, 'koi8-r')

  t.deepEqual([open().get('1 20 INBOX'), open().get('1 21 INBOX')], [undefined, 'koi8-r'])
  t.true([...items.values()].join('').length < 20_000)
})

test('choices of two tabs are both stored, and what is no choice is left out', (t) => {
  const { items, open } = openTab()
  items.set('postern.charsets.ann', '[["1 1 INBOX", 5], 7, ["1 2 INBOX", "big5"]]')
  const [one, other] = [open(), open()]
  one.get('')
  one.set('1 3 INBOX', 'koi8-r')
  other.get('')
  other.set('1 4 INBOX', 'koi8-r')

  const third = open()
  t.deepEqual(
    ['1', '2', '3', '4'].map((uid) => third.get(`1 ${uid} INBOX`)),
    [undefined, 'big5', 'koi8-r', 'koi8-r'],
  )
})

test('a browser that stores nothing has the choices of the page', (t) => {
  const storage = createPageStorage(() => {
    throw new Error('forbidden')
  })
  const choices = createChosenCharsets({ storage, user: 'ann' })
  choices.set('1 7 INBOX', 'koi8-r')

  t.is(choices.get('1 7 INBOX'), 'koi8-r')
})
