/** The numbers of an IMAP sequence set of ours, e.g. `1:3,7`, in its order. */
export function uidsOfSet(set: string): readonly number[] {
  const uids: number[] = []
  for (const range of set.split(',')) {
    const [first = '', last = first] = range.split(':')
    if (first === '') continue
    for (let uid = Number(first); uid <= Number(last); uid += 1) uids.push(uid)
  }
  return uids
}
