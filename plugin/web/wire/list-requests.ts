import type { NativeInputOf } from '../../wire/native/types.ts'
import type { HttpClient } from './http/http-client.ts'
import { validityInput } from './inputs.ts'
import { isNarrowed, listInput, wholeListInput, type ListQuery } from './query.ts'

type Http = Pick<HttpClient, 'get' | 'search'>

/** Which of a list are meant: all, those that a mark would change, or those from one message to another. */
type Which = Pick<NativeInputOf<'uids'>, 'flag' | 'ends' | 'uidValidity'>

/** A page of a list. Throws Problem. */
export function requestList(http: Http, query: ListQuery, page: number, signal: AbortSignal) {
  const input = listInput(query, page)
  return isNarrowed(query) ? http.search('list', input, signal) : http.get('list', input, signal)
}

/** The messages of a list by their UIDs, as it is now. Throws Problem. */
export function requestUids(http: Http, query: ListQuery, which: Which, signal: AbortSignal) {
  const { flag, ends, uidValidity = '' } = which
  const reported = { flag, ends, uidValidity: validityInput(uidValidity) }
  const input = { ...wholeListInput(query), ...reported }
  return isNarrowed(query) ? http.search('uids', input, signal) : http.get('uids', input, signal)
}
