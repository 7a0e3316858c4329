import type { HttpClient, UploadWatch } from '../../../plugin/web/wire/http/http-client.ts'
import type {
  NativeActionBy,
  NativeResponseOf,
  NativeInputOf,
} from '../../../plugin/wire/native/types.ts'

type JsonAction = NativeActionBy<'GET' | 'POST'>

/** What a test answers to the actions that it expects. */
export type FakeResponses = {
  readonly [Name in JsonAction]?: (
    input: NativeInputOf<Name>,
    given: { readonly signal: AbortSignal; readonly watch?: UploadWatch },
  ) => Promise<NativeResponseOf<Name>>
}

/** A server whose responses are those of a test; what the test does not expect is refused. */
export function fakeHttp(responses: FakeResponses): HttpClient {
  async function request<Name extends JsonAction>(
    name: Name,
    input: NativeInputOf<Name>,
    given: { readonly signal: AbortSignal; readonly watch?: UploadWatch },
  ): Promise<NativeResponseOf<Name>> {
    const response = responses[name]
    if (response === undefined) throw new Error(`${name} is not expected`)
    return response(input, given)
  }
  return {
    get: (name, input, signal) => request(name, input, { signal }),
    search: (name, input, signal) => request(name, input, { signal }),
    post: (name, input, signal) => request(name, input, { signal }),
    slowPost: (name, input, signal) => request(name, input, { signal }),
    upload: (name, input, _files, watch) => request(name, input, { signal: watch.signal, watch }),
    bytes: (name) => Promise.reject(new Error(`${name} is not expected`)),
  }
}
