import test from 'ava'
import { createRenderer } from '../../../../proxy/mail/render/create-renderer.ts'
import { RenderFault } from '../../../../proxy/mail/render/renderer.ts'

test('a body that takes all the memory of its thread is reported with both sizes', async (t) => {
  const reports: unknown[] = []
  const renderer = createRenderer({
    memoryMiB: 96,
    timeoutMs: 60_000,
    startTimeoutMs: 60_000,
    reportMemory: (exhausted) => reports.push(exhausted),
  })
  t.teardown(() => renderer.close())

  const html = `<table>${'<tr><td>cell</td></tr>'.repeat(80_000)}</table>`
  const request = { html, inlineImages: new Map<string, string>(), showRemoteContent: false }
  await t.throwsAsync(renderer.frame(request, new AbortController().signal), {
    instanceOf: RenderFault,
  })

  t.deepEqual(reports, [{ limitBytes: 96 * 1024 * 1024, bodyBytes: html.length }])
})

test('inline images count to what a body asked for', async (t) => {
  const reports: unknown[] = []
  const renderer = createRenderer({
    memoryMiB: 96,
    timeoutMs: 60_000,
    startTimeoutMs: 60_000,
    reportMemory: (exhausted) => reports.push(exhausted),
  })
  t.teardown(() => renderer.close())

  const html = `<table>${'<tr><td>cell</td></tr>'.repeat(80_000)}</table>`
  const image = `data:image/png;base64,${'A'.repeat(100_000)}`
  const request = { html, inlineImages: new Map([['a@b', image]]), showRemoteContent: false }
  await t.throwsAsync(renderer.frame(request, new AbortController().signal), {
    instanceOf: RenderFault,
  })

  t.deepEqual(reports, [{ limitBytes: 96 * 1024 * 1024, bodyBytes: html.length + image.length }])
})
