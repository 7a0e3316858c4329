/** Fields, addresses, and phones by their label. */
type TranslatedColumn =
  | 'name'
  | 'given'
  | 'middle'
  | 'family'
  | 'prefix'
  | 'nickname'
  | 'organisation'
  | 'department'
  | 'title'
  | 'birthday'
  | 'birthYear'
  | 'birthMonth'
  | 'note'
  | 'groups'
  | 'email'
  | 'mobile'
  | 'home'
  | 'work'

/** What Outlook and Thunderbird name the columns in our other languages, in lower case: they export in the language they are used in. */
const NAMES: readonly (readonly [TranslatedColumn, readonly string[]])[] = [
  [
    'name',
    ['anzeigename', 'nom complet', 'nom à afficher', 'nombre para mostrar', 'nome visualizzato'],
  ],
  ['name', ['weergavenaam', 'nazwa wyświetlana', 'nome de exibição', 'görünen ad', '表示名']],
  ['given', ['vorname', 'prénom', 'nombre', 'nome', 'voornaam', 'imię', 'primeiro nome', 'ad']],
  ['given', ["ім'я", 'ім’я', '名', 'الاسم الأول']],
  ['middle', ['weitere vornamen', 'deuxième prénom', 'segundo nombre', 'secondo nome']],
  ['middle', ['middelste naam', 'drugie imię', 'segundo nome', 'ikinci ad', 'по батькові']],
  [
    'family',
    ['nachname', 'nom', 'nom de famille', 'apellidos', 'apellido', 'cognome', 'achternaam'],
  ],
  ['family', ['nazwisko', 'sobrenome', 'soyadı', 'soyad', 'прізвище', '姓', 'اسم العائلة']],
  ['prefix', ['anrede', 'titre', 'titolo']],
  ['nickname', ['spitzname', 'surnom', 'apodo', 'soprannome', 'bijnaam', 'pseudonim', 'apelido']],
  [
    'organisation',
    ['firma', 'société', 'organización', 'compañía', 'società', 'bedrijf', 'empresa'],
  ],
  ['organisation', ['şirket', 'організація', 'компанія', '会社名', 'الشركة']],
  [
    'department',
    ['abteilung', 'service', 'departamento', 'reparto', 'afdeling', 'dział', 'відділ'],
  ],
  [
    'title',
    ['position', 'fonction', 'cargo', 'puesto', 'posizione', 'functie', 'stanowisko', '役職'],
  ],
  [
    'birthday',
    ['geburtstag', 'anniversaire', 'cumpleaños', 'compleanno', 'verjaardag', 'urodziny'],
  ],
  ['birthday', ['aniversário', 'doğum günü', 'день народження', '誕生日', 'تاريخ الميلاد']],
  ['birthday', ['jour de naissance', 'día de nacimiento', 'giorno di nascita', 'geboortedag']],
  ['birthday', ['dzień urodzenia', 'dia de nascimento', 'يوم الميلاد']],
  ['birthYear', ['geburtsjahr', 'année de naissance', 'año de nacimiento', 'anno di nascita']],
  ['birthYear', ['geboortejaar', 'rok urodzenia', 'ano de nascimento', 'doğum yılı']],
  ['birthYear', ['рік народження', '生年', '誕生年', 'سنة الميلاد']],
  ['birthMonth', ['geburtsmonat', 'mois de naissance', 'mes de nacimiento', 'mese di nascita']],
  ['birthMonth', ['geboortemaand', 'miesiąc urodzenia', 'mês de nascimento', 'doğum ayı']],
  ['birthMonth', ['місяць народження', '誕生月', 'شهر الميلاد']],
  ['note', ['notizen', 'notas', 'notities', 'notatki', 'anotações', 'notlar', 'примітки', 'メモ']],
  ['groups', ['kategorien', 'catégories', 'categorías', 'categorie', 'categorieën', 'kategorie']],
  ['groups', ['categorias', 'kategoriler', 'категорії', '分類']],
  [
    'email',
    ['e-mail-adresse', 'primäre e-mail-adresse', 'adresse de messagerie', 'adresse e-mail'],
  ],
  ['email', ['adresse électronique', 'dirección de correo electrónico', 'correo electrónico']],
  ['email', ['indirizzo posta elettronica', 'indirizzo e-mail', 'indirizzo email', 'e-mailadres']],
  [
    'email',
    ['adres e-mail', 'endereço de e-mail', 'endereço de email', 'e-posta adresi', 'e-posta'],
  ],
  [
    'email',
    ['адреса електронної пошти', 'електронна пошта', '電子メール アドレス', 'メールアドレス'],
  ],
  ['email', ['البريد الإلكتروني', 'عنوان البريد الإلكتروني']],
  ['email', ['e-mail 2: adresse', 'e-mail-adresse 2', 'sekundäre e-mail-adresse']],
  ['email', ['adresse de messagerie 2', 'indirizzo posta elettronica 2', 'e-mailadres 2']],
  ['mobile', ['mobiltelefon', 'handy', 'téléphone mobile', 'tél. mobile', 'teléfono móvil']],
  ['mobile', ['móvil', 'cellulare', 'mobiele telefoon', 'telefon komórkowy', 'telefone celular']],
  ['mobile', ['celular', 'cep telefonu', 'мобільний телефон', '携帯電話', 'الهاتف المحمول']],
  ['home', ['telefon privat', 'telefon (privat)', 'téléphone (domicile)', 'teléfono particular']],
  ['home', ['abitazione', 'telefoon thuis', 'telefon domowy', 'telefone residencial']],
  ['work', ['telefon geschäftlich', 'telefon (geschäftlich)', 'téléphone (bureau)']],
  ['work', ['teléfono del trabajo', 'ufficio', 'telefoon op werk', 'telefone comercial']],
]

const COLUMNS = new Map(
  NAMES.flatMap(([column, names]) => names.map((name) => [name, column] as const)),
)

/** What a column of this name in lower case holds; undefined for one that is in none of our languages. */
export function translatedColumn(name: string): TranslatedColumn | undefined {
  return COLUMNS.get(name.normalize('NFC'))
}
