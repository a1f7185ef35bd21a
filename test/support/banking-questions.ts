/** Ordinary questions to a bank, written without looking at a data set. */
export const BANKING_QUESTIONS: readonly string[] = `
How do I open an account with you?
What documents do I need to become a customer?
Can my daughter have her own account? She is twelve.
I moved house, where do I change my address?
My new card has not come yet, how long does the post take?
How do I activate the card that arrived today?
The machine at the station kept my card
I think somebody has used my card in another country
There is a payment on my statement that I do not recognise
I paid for dinner once but was charged twice
Why was my card refused at the supermarket?
My PIN does not work any more
Can I choose my own PIN?
I entered the wrong code three times and now I am locked out
How much can I take out per day?
Do you charge for cash withdrawals abroad?
What rate do you use when I pay in yen?
Will I get a better rate if I exchange at the branch?
I sent money to the wrong person, can you get it back?
My landlord says that the rent has not arrived
How long does a transfer to Canada take?
Is there a limit for instant payments?
How do I set up a monthly payment to my sister?
Please stop the direct debit of my old gym
Can I pay in cheques with the app?
The cash I paid in yesterday is not showing
Where is the nearest branch?
Are you open on Saturdays?
I would like to talk to an adviser about a mortgage
How much could I borrow with my income?
What happens if I miss an instalment?
Can I pay back my loan early?
Do you offer student loans?
What is the interest on your savings accounts at the moment?
I want to put some money aside every month
Is my money safe if the bank fails?
How do I see my spending by category?
Can I download my statements as PDF?
I need a letter that confirms my balance for the embassy
How do I give my wife access to my account?
My husband died, what do I have to do with his accounts?
I got a strange text message that asks for my password, is it from you?
Someone called me and said they were from your fraud team
I lost my phone, can someone get into my account?
How do I turn on notifications for payments?
The app says that my device is not trusted
I can't log in since the update
Can I use fingerprint login?
How do I verify my identity?
Why do you need a photo of my passport?
My verification was rejected
Do you support Apple Pay?
Can I have a virtual card for online shopping?
How do I freeze my card for a while?
I found my card again, can I unblock it?
My card is worn and the chip does not read
When does my card expire?
Will I get a new card automatically?
Can I get a second card for my partner?
What is the annual fee of the gold card?
How do I raise my credit limit?
Why did my credit score go down?
How is the minimum payment worked out?
I returned a jacket three weeks ago and the shop says it refunded me, but I see nothing
The hotel blocked 200 euros, when do I get them back?
A payment has been pending for five days
My salary was not paid in
Can my employer pay my wages into this account?
Which IBAN do I give to people who want to pay me?
What is your BIC?
I want to close my account
Is there a fee when I close the account?
How do I switch from my old bank?
Do you have an account without monthly fees?
Why was a fee of 4 euros taken?
What does "value date" mean?
I need euros for my holiday
How can I top up my account from another bank?
My top up failed, but the money left my other account
Can I top up with cash?
The cash machine gave me less money than I asked for
The machine showed an error, but my account was debited
Can I withdraw money without my card?
I want to dispute a charge from an online seller
The seller did not deliver, can I get my money back?
How long does a chargeback take?
Do you report to the credit bureau?
Can I have an overdraft?
How much does the overdraft cost?
What is the difference between a debit and a credit card?
I want to send dollars to my supplier
Which currencies can I hold?
Can businesses open an account?
Can I see who took the money by direct debit last month?
Please cancel the transfer I made this morning
Can I change the date of my standing order?
Where do I find the sort code?
My account was blocked, what did I do wrong?
Can you increase my limit for today only? I want to buy a car
How do I make a complaint about the branch?
`
  .trim()
  .split('\n')

/** Requests that a bank's assistant should not answer. */
export const OTHER_REQUESTS: readonly string[] = `
Write a poem about the autumn
Which film should I watch tonight?
Give me a recipe for pancakes
How do I prune roses?
What is the capital of Mongolia?
Who won the world cup in 1998?
My dog does not eat, what should I do?
Translate this letter into Greek
What are the symptoms of measles?
Plan a week in Iceland for a family
How do I fix a flat bicycle tyre?
Explain photosynthesis to a child
Write a Python script that sorts a list
Is it going to rain in Oslo?
Tell me about the French revolution
How many players are in a volleyball team?
Which guitar is good for beginners?
Help me with my chemistry homework
Should I break up with my girlfriend?
How do I get red wine out of a carpet?
`
  .trim()
  .split('\n')
