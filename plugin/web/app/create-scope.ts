import { createContext, type Context } from 'preact'
import { useContext } from 'preact/hooks'

/**
 * What carries a value to the views of one part of the page, and the hook that takes it there. The hook throws
 * outside of that part: a mistake of the programmer. `name` is told then, e.g. `the composer`.
 */
export function createScope<Scope>(
  name: string,
): readonly [Context<Scope | undefined>, () => Scope] {
  const context = createContext<Scope | undefined>(undefined)
  const useScope = (): Scope => {
    const scope = useContext(context)
    if (scope === undefined) throw new Error(`a view was rendered outside ${name}`)
    return scope
  }
  return [context, useScope]
}
