import type { Language } from './language.js'

export const LATIN_LANGUAGES: readonly Language[] = [
  {
    code: 'es',
    ignore: 'ignor[aeo]|olvid[aeo]|descart[aeo]|haz caso omiso|no hagas caso|desobedec|salta(?:te)? ',
    instructions: 'instruccion|indicacion|reglas|ordenes|directrices|normas|lo anterior|todo lo que',
    reveal: 'muestra|muestrame|dime|revela|imprime|ensena|repite|dame',
    secrets:
      'contrasena|clave secreta|prompt|mensaje de sistema|instrucciones (?:ocultas|secretas|iniciales|originales)|secreto',
    selfHarm:
      'quiero morir|quisiera morir|me quiero morir|suicidarme|quitarme la vida|matarme|acabar con mi vida|no quiero (?:seguir )?vivi|no quiero vivir|me corto|cortarme las venas|ganas de morir|mejor muert[oa]',
  },
  {
    code: 'pt',
    ignore: 'ignor[ae]|esquec[ae]|desconsider[ae]|descart[ae]|nao siga',
    instructions: 'instruc|regras|ordens|comandos|diretrizes|tudo (?:o )?que',
    reveal: 'mostre|mostra|diga|revele|imprima|repita|me de ',
    secrets:
      'senha|chave secreta|prompt|mensagem do sistema|instrucoes (?:ocultas|secretas|iniciais)|segredo',
    selfHarm:
      'quero morrer|queria morrer|me matar|suicidar|tirar (?:a )?minha (?:propria )?vida|acabar com (?:a )?minha vida|nao quero (?:mais )?viver|me corto|cortar os pulsos|vontade de morrer',
  },
  {
    code: 'fr',
    ignore:
      'ignore|oublie|ne ten[ei][zs]? pas compte|ne tiens pas compte|neglige|fais abstraction|ne suis pas|ne suivez',
    instructions: 'instructions|consignes|regles|ordres|directives|tout ce qui|ce qui precede',
    reveal: 'montre|dis-moi|dites-moi|revele|affiche|repete|donne|imprime',
    secrets:
      'mot de passe|cle secrete|prompt|message systeme|instructions (?:cachees|secretes|initiales)|secret',
    selfHarm:
      "je veux mourir|envie de mourir|me suicider|me tuer|mettre fin a (?:ma vie|mes jours)|en finir avec la vie|plus envie de vivre|ne veux plus vivre|je me scarifie|m'ouvrir les veines|me couper les veines",
  },
  {
    code: 'de',
    ignore: 'ignorier|vergiss|vergessen sie|missachte|ubergeh|beachte .{0,20}nicht|befolge .{0,30}nicht',
    instructions:
      'anweisung|instruktion|regeln|vorgaben|befehle|anordnung|richtlinien|alles was|alles davor|obigen',
    reveal: 'zeig|sag mir|nenn|verrate|gib mir|gib .{0,20}aus|wiederhol|drucke',
    secrets:
      'passwort|geheimen schlussel|systemprompt|system-prompt|systemnachricht|versteckten anweisungen|geheimnis|kennwort',
    selfHarm:
      'ich will sterben|ich mochte sterben|mich umbringen|bringe mich um|bring mich um|mir das leben nehmen|mein leben beenden|selbstmord begehen|will nicht mehr leben|mochte nicht mehr leben|ich ritze mich|pulsadern',
  },
  {
    code: 'it',
    ignore: 'ignora|dimentica|scarta|non seguire|trascura|lascia perdere',
    instructions: 'istruzioni|regole|ordini|direttive|indicazioni|tutto cio|quanto sopra',
    reveal: 'mostra|dimmi|rivela|stampa|ripeti|dammi',
    secrets:
      'password|parola segreta|prompt|messaggio di sistema|istruzioni (?:nascoste|segrete|iniziali)|segreto',
    selfHarm:
      'voglio morire|vorrei morire|uccidermi|suicidarmi|ammazzarmi|togliermi la vita|farla finita|non voglio piu vivere|mi taglio|tagliarmi le vene',
  },
  {
    code: 'tr',
    ignore: 'gormezden gel|yok say|unut|dikkate alma|gozardi et|uyma',
    instructions: 'talimat|komut|kural|yonerge|emir',
    reveal: 'goster|soyle|acikla|yazdir|ver bana|tekrarla',
    secrets: 'sifre|parola|sistem (?:istem|mesaj|prompt)|gizli (?:anahtar|talimat)|prompt',
    selfHarm:
      'olmek istiyorum|kendimi oldur|intihar et|intihar edecegim|hayatima son ver|yasamak istemiyorum|canima kiy|bileklerimi kes|kendime zarar ver',
  },
  {
    code: 'id',
    ignore: 'abaikan|lupakan|jangan ikuti|kesampingkan|hiraukan',
    instructions: 'instruksi|perintah|aturan|petunjuk|arahan',
    reveal: 'tunjukkan|beri ?tahu|ungkapkan|cetak|katakan|ulangi|berikan',
    secrets: 'kata sandi|password|kunci rahasia|prompt|pesan sistem|instruksi (?:tersembunyi|rahasia)',
    selfHarm:
      'ingin mati|mau mati|pengen mati|bunuh diri|mengakhiri hidup|akhiri hidup|tidak ingin hidup|tidak mau hidup|menyayat|melukai diri',
  },
  {
    code: 'vi',
    ignore: 'bo qua|quen (?:di|het|moi|tat ca)|dung tuan theo|phot lo',
    instructions: 'huong dan|chi dan|chi thi|menh lenh|quy tac|lenh truoc',
    reveal: 'cho toi (?:biet|xem)|hien thi|tiet lo|noi cho|in ra|lap lai',
    secrets: 'mat khau|khoa bi mat|loi nhac he thong|prompt|chi dan an|bi mat',
    selfHarm:
      'toi muon chet|muon chet|tu tu|tu sat|ket thuc cuoc (?:doi|song)|khong muon song|rach tay|cat co tay|tu lam dau',
  },
  {
    code: 'tl',
    ignore: 'huwag pansinin|balewalain|kalimutan|wag pansinin|huwag sundin',
    instructions: 'tagubilin|utos|panuto|patakaran|alituntunin|instruksyon|instructions',
    reveal: 'ipakita|sabihin|ibunyag|ibigay|ilabas|ulitin',
    secrets: 'password|lihim|system prompt|sikreto|prompt',
    selfHarm:
      'gusto ko nang mamatay|gusto kong mamatay|magpakamatay|patayin ang sarili|ayoko nang mabuhay|tapusin ang buhay ko|naglalaslas|saktan ang sarili',
  },
  {
    code: 'sw',
    ignore: 'puuza|sahau|usifuate|pita kando',
    instructions: 'maagizo|maelekezo|sheria|amri|kanuni',
    reveal: 'nionyeshe|niambie|onyesha|fichua|toa|rudia',
    secrets: 'nenosiri|nywila|siri|prompt|ujumbe wa mfumo',
    selfHarm: 'nataka kufa|kujiua|nitajiua|kukatisha maisha yangu|sitaki kuishi|najikata|kujidhuru',
  },
  {
    code: 'nl',
    ignore: 'negeer|vergeet|sla .{0,20}over|volg .{0,30}niet',
    instructions: 'instructies|regels|opdrachten|aanwijzingen|richtlijnen',
    reveal: 'toon|laat .{0,10}zien|vertel|onthul|geef me|herhaal',
    secrets: 'wachtwoord|geheime sleutel|systeemprompt|systeembericht|verborgen instructies|geheim',
    selfHarm:
      'ik wil dood|wil sterven|zelfmoord plegen|mezelf van kant|een einde aan mijn leven|wil niet meer leven|mezelf snijden|ik snijd mezelf',
  },
  {
    code: 'pl',
    ignore: 'zignoruj|ignoruj|zapomnij|pomin|nie stosuj',
    instructions: 'instrukcj|polece|zasad|wytyczn|regul',
    reveal: 'pokaz|powiedz|ujawnij|wyswietl|podaj|powtorz',
    secrets: 'haslo|tajny klucz|prompt|komunikat systemowy|ukryte instrukcje|sekret',
    selfHarm:
      'chce umrzec|zabic sie|zabije sie|popelnic samobojstwo|odebrac sobie zycie|nie chce (?:juz )?zyc|tne sie|podciac zyly',
  },
]
