// Detection vocabulary for harassment: insults and swear words. Lower case.

export const INSULTS =
  'idiot moron imbecile loser dumbass dumb stupid pathetic worthless ugly fat disgusting trash garbage scum bitch whore slut cunt asshole arsehole ' +
  'bastard prick dick dickhead retard freak creep pig jerk douchebag scumbag coward liar clown fool failure disgrace wanker twat tosser ' +
  'motherfucker cocksucker shithead piece-of-shit waste nobody vermin rat pest snake weirdo psycho lunatic hag skank incel simp dumbfuck fuckwit ' +
  'airhead nitwit halfwit braindead clueless lowlife degenerate'

export const SWEARING =
  'fuck fucking fucked fucker fuckers fuckin fuk fck shit shitty bullshit damn goddamn crap piss pissed pissing ass arse hell bollocks wtf stfu'
