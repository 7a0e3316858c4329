import { PassThrough } from 'node:stream'
import test from 'ava'
import { createPrompt, InputEnded } from '../../../../plugin/cli/setup/prompt.ts'

function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  let shown = ''
  const write = (text: string): void => {
    shown += text
  }
  return { input, prompt: createPrompt({ input, write }), shown: () => shown }
}

test('a secret that is typed at a terminal is not shown', async (t) => {
  const { input, prompt, shown } = terminal()
  t.teardown(() => prompt.close())

  const name = prompt.prompt('Name')
  input.write('somebody\r')
  t.is(await name, 'somebody')
  const secret = prompt.promptSecret('Password')
  input.write('test-Pass.1\r')

  t.is(await secret, 'test-Pass.1')
  t.true(shown().includes('somebody'))
  t.true(shown().includes('Password: '))
  t.false(shown().includes('test-Pass.1'))
})

test('Ctrl-C at a terminal ends the questions', async (t) => {
  const { input, prompt } = terminal()

  const response = prompt.prompt('Name')
  input.write('\u0003')

  await t.throwsAsync(response, { instanceOf: InputEnded })
})

test('a response with a fault is asked again, and says why', async (t) => {
  const { input, prompt, shown } = terminal()
  t.teardown(() => prompt.close())

  const response = prompt.confirm('Is it so?', false)
  input.write('perhaps\r')
  input.write('yes\r')

  t.true(await response)
  t.regex(shown(), /yes or no, please/)
})
