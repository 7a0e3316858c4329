export { contactsNl as contacts } from '../contacts/nl.ts'
export { mailNl as mail } from '../mail/nl.ts'
export { settingsNl as settings } from '../settings/nl.ts'
