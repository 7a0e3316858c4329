import style from './styles/later.css'

/** Gives the page the style of what comes later; where it is imported, it is there. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(style)
document.adoptedStyleSheets.push(sheet)
