import test from 'ava'

/**
 * Ava's `test` for one of several files that share a process: titles begin with that of the file, as ava itself writes them,
 * and one test runs after the other, so that none has to wait for the computing of another file's.
 */
export function titledTest(fileTitle) {
  const declare = (title, ...rest) => test.serial(`${fileTitle} › ${title}`, ...rest)
  const { before, after } = test
  return Object.assign(declare, { serial: declare, before, after })
}
