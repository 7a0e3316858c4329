export { contactsDe as contacts } from '../contacts/de.ts'
export { settingsDe as settings } from '../settings/de.ts'
