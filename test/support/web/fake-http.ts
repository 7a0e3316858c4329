import type { HttpClient, UploadWatch } from '../../../plugin/web/wire/http/http-client.ts'
import type {
  NativeActionBy,
  NativeAnswerOf,
  NativeInputOf,
} from '../../../plugin/wire/native/types.ts'

type JsonAction = NativeActionBy<'GET' | 'POST'>

/** What a test answers to the actions that it expects. */
export type FakeAnswers = {
  readonly [Name in JsonAction]?: (
    input: NativeInputOf<Name>,
    given: { readonly signal: AbortSignal; readonly watch?: UploadWatch },
  ) => Promise<NativeAnswerOf<Name>>
}

/** A server whose answers are those of a test; what the test does not expect is refused. */
export function fakeHttp(answers: FakeAnswers): HttpClient {
  async function ask<Name extends JsonAction>(
    name: Name,
    input: NativeInputOf<Name>,
    given: { readonly signal: AbortSignal; readonly watch?: UploadWatch },
  ): Promise<NativeAnswerOf<Name>> {
    const answer = answers[name]
    if (answer === undefined) throw new Error(`${name} is not expected`)
    return answer(input, given)
  }
  return {
    get: (name, input, signal) => ask(name, input, { signal }),
    search: (name, input, signal) => ask(name, input, { signal }),
    post: (name, input, signal) => ask(name, input, { signal }),
    slowPost: (name, input, signal) => ask(name, input, { signal }),
    upload: (name, input, _files, watch) => ask(name, input, { signal: watch.signal, watch }),
    bytes: (name) => Promise.reject(new Error(`${name} is not expected`)),
  }
}
