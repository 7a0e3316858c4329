export { contactsEs as contacts } from '../contacts/es.ts'
export { mailEs as mail } from '../mail/es.ts'
export { settingsEs as settings } from '../settings/es.ts'
