import type { HttpClient } from './http-client.ts'

/** The same client, which calls `onDone` after each act that was done. */
export function notingPosts(http: HttpClient, onDone: () => void): HttpClient {
  const noted = <Answer>(answer: Answer): Answer => {
    onDone()
    return answer
  }
  return {
    ...http,
    post: (action, input, signal) => http.post(action, input, signal).then(noted),
    upload: (action, input, files, watch) => http.upload(action, input, files, watch).then(noted),
  }
}
