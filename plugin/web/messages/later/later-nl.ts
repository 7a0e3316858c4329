export { contactsNl as contacts } from '../contacts/nl.ts'
export { settingsNl as settings } from '../settings/nl.ts'
