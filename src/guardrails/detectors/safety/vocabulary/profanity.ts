// Detection vocabulary for profanity. Lower case; never part of any output.

/** Words and parts of words that are profane in any context: compounds such as "shithead" and "motherfucking" count. */
export const PROFANE_STEMS =
  'fuck fuk fck phuck motherf muthaf mothafuck shit sh1t bullshit horseshit dipshit shitt cunt asshole arsehole asshat asswipe assclown dumbass jackass badass ' +
  'bitch biatch biotch beyotch cocksuck dickhead dickwad dickface dickless pussies nigga nigger niggah faggot wank twat bollock bugger ' +
  'blowjob handjob rimjob jizz cumshot cumming whore slut skank douchebag douchebag shithole piss goddam dammit ' +
  'bastard prick tosser wanker knobhead bellend minger arse tranny tits titties boobs milf dildo thot titty queef poontang'

/** Words that are profane as they are; inside other words they are not ("class", "cockpit"). */
export const PROFANE_WORDS =
  'ass asses azz cock cocks dick dicks cum hoe hoes ho hos fag fags damn damned damnit crap crappy bloody pussy puss tit wtf stfu gtfo lmfao lmao mf mfs mofo ' +
  'mofos effing frigging fuc fuq sob pos cunty bish bichez hoez nig nigs coon coons spic spics kike kikes chink chinks gook gooks wetback dyke dykes homo ' +
  'bimbo slag slapper tart hag screwed shag shagging git sod hell af tf idgaf omfg ffs smfh fml jfc bs bollox shite shyt shyte biznatch trash'

/** Mild words, and words that also have an ordinary meaning. */
export const MILD_WORDS =
  'cock cocks dyke dykes chink chinks coon coons homo prick pricks tit tits retard retarded retards slag damn damned damnit crap crappy bloody hell trash lmao lmfao af tf bs screwed sod git tart bimbo hag puss sob pos ho wtf boobs bugger'

/** Names, places and ordinary words that contain a stem. */
export const NOT_PROFANE =
  'scunthorpe shitake shiitake pissarro arsenal arsenic arsenals arsenide parse parsed parser sparse coarse hoarse rehearse rehearsal arson bastardi twatt ' +
  'titanic prickly prickle prickles pricked titter buggery wankel swank swanky retardant retardation retarded-ignition slutsk bitcheck tarsem arsene ' +
  'pistachio mississippi snigger sniggered niggardly niggle bastardized retardants hell-bent cocktail analysis assess pricking pricks-up bugged bitchute'
