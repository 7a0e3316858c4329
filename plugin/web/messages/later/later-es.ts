export { contactsEs as contacts } from '../contacts/es.ts'
export { settingsEs as settings } from '../settings/es.ts'
