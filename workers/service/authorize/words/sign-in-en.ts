/** The texts of the pages. `{…}` is filled in; every other language has the same keys. */
export const en = {
  errorTitle: 'Error: {title}',
  approvedTitle: 'Approved · {title}',
  cancel: 'Cancel',
  goBack: 'Return to {application}',
  newWindow: '(new window)',
  tryAgain: 'Try again',
  account: 'Connected services',
  accountShort: 'Connected services',
  forApplication: 'You are signing in to',
  privacy: 'We check this with your carrier. {application} gets it only if you agree.',
  privacyOfAccount: 'We check this with your carrier, and pass it on to nobody else.',

  signIn: {
    title: 'Sign in to {application}',
    name: 'Name',
    nameHint: 'As on your card: SMITH JOHN',
    phoneNo: 'Mobile number',
    phoneNoHint: 'Such as 010-1234-5678',
    telcoCd: 'Carrier',
    telcoCdHint: 'Budget plan (MVNO): its network',
    telcoCdGuess: 'From your network, unless MVNO',
    mvno: 'MVNO',
    remember: 'Remember my details',
    deviceHint: 'Not on a device that others use too.',
    submit: 'Send the request to my phone',
    another: 'Another number',
    faulty: 'Check what is marked below.',
  },
  returning: {
    network: 'Go on with {carrier}',
    mvno: 'Go on with {carrier} MVNO',
    forget: 'Forget me on this device',
  },
  faults: {
    name: { missing: 'Enter your name.', invalid: 'Enter your name in at most 100 letters.' },
    phoneNo: {
      missing: 'Enter your mobile phone number.',
      invalid: 'Enter a Korean mobile phone number, such as 010-1234-5678.',
    },
    telcoCd: { missing: 'Choose your carrier.', invalid: 'Choose one of the carriers shown.' },
  },
  retry: {
    from: 'You can send it again from {time}, Korean time.',
    left: 'Press the button now, and it goes by itself in {time}.',
    over: 'You can send it again now.',
  },
  tooManyRequests:
    'To keep people from being bothered, only a few requests are sent in a short time. Nothing is wrong with your number. Try again in {time}.',
  unconfirmed: {
    text: 'This does not match what your carrier has on file.',
    carrier:
      'Moved to another carrier? Choose the one you are with now. On a budget plan (MVNO), choose the one whose network it uses.',
    name: 'Write the name as your carrier has it. On a residence card that is the surname first, such as SMITH JOHN PAUL.',
    owner: 'A phone in the name of a company or of another person can’t be used.',
  },
  carrierLimit:
    'Your carrier takes no more requests to this phone for now. Nothing was sent. Try again in {time}.',
  carrierUnavailable:
    'Your carrier can’t be reached at the moment. Nothing was lost: try again in a little while.',

  wait: {
    title: 'Approve in {app}',
    anyApp: 'your authentication app',
    app: 'the {name} app',
    lead: 'A request from {application} is on its way to {app} on the phone whose number ends in {digits}.',
    entry: {
      choose: { match: 'Choose this number in the app', label: 'The number to choose: {match}' },
      type: { match: 'Type this number in the app', label: 'The number to type: {match}' },
    },
    slipped: 'That was another number. The request was sent again, with a new one.',
    until: 'You can approve it until {time}, Korean time.',
    left: '{time} left',
    open: 'Open {app} on this phone',
    openHere: 'Is this device the phone? Open {app}',
    memorize: 'Remember the number below before you switch.',
    soon: '{seconds} seconds left.',
    waiting: 'Waiting for your answer.',
    silent: 'No answer yet. There is help below.',
    answered: 'Your phone has answered. One moment.',
    offline: 'You are offline. This page goes on as soon as you are connected again.',
    check: 'I have answered on my phone',
    stop: 'Stop this page from reloading by itself',
    warning:
      'Approve only if you started this sign-in to {application} yourself. Otherwise deny it in the app.',
  },
  silence: {
    look: 'Look for a notification of {app} at the top of your phone, and tap it.',
    heading: 'No request on your phone?',
    noApp: 'Check that {app} is installed, and that you are logged in to it.',
    muted: 'Its notifications may be off: open {app} yourself. The request is there.',
    elsewhere: 'Is it another phone or number? Choose “{change}”.',
    again: 'Send the request again',
    startHeading: 'Does the app not open?',
    byNumber: 'It also works without it: sign in with your number.',
  },
  unregistered: {
    title: 'No app for this number yet',
    text: 'Your carrier knows your name and number, but the number that ends in {digits} is not registered in {app}. Nothing was sent.',
    install: 'Get {app}, register your number in it, and send the request again.',
    moved:
      'Moved to another carrier? Register in its app, and choose that carrier under “Use another number”.',
    returns: 'Come back to this page afterwards: it then asks again by itself.',
    get: 'Get {app}',
    again: 'Send the request again',
  },
  unanswered: {
    title: 'The request on your phone has expired',
    text: 'Requests expire after {time}. You haven’t been signed in.',
    again: 'Send it to the same number again',
  },
  changeNumber: 'Use another number',
  start: {
    link: {
      choose: 'No typing: open your carrier’s app here',
      title: 'Go on in {app}',
      lead: 'Open {app} here and approve the sign-in. It then leads you back to this browser.',
    },
    code: {
      choose: 'No typing: scan a code with your phone',
      title: 'Scan this code with {app}',
      lead: 'Open {app} on your phone, scan the code there, and approve the sign-in.',
      label: 'A code for {app}. It changes every second.',
      orType: 'Or type these digits there',
      type: 'Type these digits there',
    },
    byNumber: 'Sign in with my number instead',
  },
  challenge: {
    title: 'Are you a person?',
    text: 'Many requests come from your network at the moment. The box below checks that a person sends this one; then it goes on by itself.',
    noScripts: 'The check needs JavaScript. Switch it on, or sign in from another network.',
  },
  elsewhere: {
    title: 'Go on where the app has led you',
    text: 'You have approved. The app opens this sign-in once more, in another tab: it goes on there.',
    otherBrowser: 'Did it open another browser? That one can’t go on. Sign in here with your number instead.',
  },

  limit: {
    until: 'You can go on here until {time}, Korean time.',
    soon: 'This sign-in ends within a minute.',
    longer: 'I need more time',
  },

  autoLogin: {
    short: 'Automatic login (14 days)',
    label: 'Automatic login here for 14 days',
    about:
      'For 14 days, {application} then signs you in here without this form. Leave it off on a device that others use too.',
    end: 'It ends when you switch automatic login off in the phone authentication app, disconnect at {application}, or leave the app.',
  },
  refusals: {
    expired: {
      title: 'This sign-in has expired',
      text: 'Nothing was passed on. Go back and start again.',
    },
    cancelled: {
      title: 'This sign-in was not completed',
      text: 'It was cancelled, or not approved on the phone. Nothing was passed on. Go back and start again.',
    },
    finished: {
      title: 'This sign-in is finished',
      text: 'It was used to sign in once, and can’t be used again. If you are not signed in, go back and start again.',
    },
    left: {
      title: 'The registration of this number has ended',
      text: 'That was after you approved, so you haven’t been signed in. If the number is yours, register in the app again, then go back and start again.',
    },
    underage: {
      title: 'Under 14, the consent of a parent or guardian is needed',
      text: '{application} does not ask your guardian, so you can’t sign in there. Nothing was passed on or kept.',
    },
    tooYoung: {
      title: 'You have to be at least {age} years old',
      text: 'That is the age for {application}. Nothing was passed on or kept.',
    },
    withoutCookies: {
      title: 'Your browser blocks cookies',
      text: 'Without cookies you can’t be signed in. Allow them for this site in the settings of your browser, then go back and start again.',
    },
    missing: {
      title: 'We can’t find this sign-in',
      text: 'It has ended, or was started in another browser. Go back to the application where you wanted to sign in, and start again there.',
    },
    otherBrowser: {
      title: 'Nobody was signed in',
      text: 'You have approved in the app, but the sign-in was begun in another browser. If you began it yourself, go back there and sign in with your number. If somebody has sent you a link: you have let nobody in. Never pass on the address of this page.',
    },
    anotherPhone: {
      title: 'Another phone has answered',
      text: 'The request was not approved on the phone that you named. Nobody was signed in.',
    },
    unavailable: {
      title: 'This does not work at the moment',
      text: 'There is a fault on our side. Nothing was lost: please try again in a moment.',
    },
    other: { title: 'This request isn’t valid', text: 'Go back and start again.' },
  },
};

export type Words = typeof en;
