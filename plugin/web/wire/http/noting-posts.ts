import type { HttpClient } from './http-client.ts'

/** The same client, which calls `onDone` after each action that was done. */
export function notingPosts(http: HttpClient, onDone: () => void): HttpClient {
  const noted = <Response>(response: Response): Response => {
    onDone()
    return response
  }
  return {
    ...http,
    post: (action, input, signal) => http.post(action, input, signal).then(noted),
    upload: (action, input, files, watch) => http.upload(action, input, files, watch).then(noted),
  }
}
