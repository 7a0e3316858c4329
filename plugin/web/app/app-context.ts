import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { App } from './app.ts'

/** Carries the application to every view. */
export const AppContext = createContext<App | undefined>(undefined)

/** The application a view belongs to. Throws outside of it: that is a mistake of the programmer. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (app === undefined) throw new Error('a view was rendered outside the application')
  return app
}
