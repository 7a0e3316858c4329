import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import { createRenderer } from '../../../../proxy/mail/html/renderer.ts'
import { isLong } from '../../../support/process/long-tests.ts'

const BODIES = isLong ? 5_000 : 30
const MIB = 1024 * 1024

test(`${BODIES} bodies leave the memory of the process as it was`, async (t) => {
  t.timeout(1_200_000)
  const renderer = createRenderer()
  const { signal } = new AbortController()
  const row =
    '<tr><td style="padding:10px;font:12px/1.5 Arial"><a href="https://x.test/?a=1&amp;b=2">Words</a></td></tr>'
  const html = `<style>.a{color:red}</style><table>${row.repeat(500)}</table>`
  const readAll = async (bodies: number): Promise<void> => {
    for (let body = 0; body < bodies; body += 1) {
      const own = `${html}<p>${body}</p>`
      const request = {
        html: own,
        inlineImages: new Map<string, string>(),
        showRemoteContent: true,
      }
      await renderer.frame(request, signal)
      await renderer.markupOf(own, signal)
      await renderer.textOf(own, signal)
      await renderer.imagesOf({ html: own, names: ['a'] }, signal)
    }
  }
  setFlagsFromString('--expose-gc')
  const collect = (): void => void runInNewContext('gc()')

  await readAll(BODIES / 10)
  collect()
  const before = process.memoryUsage.rss()
  await readAll(BODIES)
  collect()

  t.true(process.memoryUsage.rss() - before < 30 * MIB)
})
