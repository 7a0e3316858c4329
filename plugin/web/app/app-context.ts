import type { App } from './app.ts'
import { createScope } from './create-scope.ts'

/** Carries the application to every view. */
export const [AppContext, useApp] = createScope<App>('the application')
