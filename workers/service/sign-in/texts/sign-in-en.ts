/** The texts of the sign-in pages. `{…}` is a placeholder. Every language has the same keys. */
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
  /** Words of a sign-in to an application. */
  toApplication: {
    title: 'Sign in to {application}',
    privacy: 'We verify this with your carrier. {application} receives it only if you agree.',
    sent: 'We sent a sign-in request for {application} to {app} on the phone ending in {digits}.',
    warning: 'Approve only if you started this sign-in yourself. Otherwise, deny it in the app.',
  },
  /** Words of the sign-in to the service’s own account pages. */
  toAccount: {
    title: 'Confirm that it’s you on your phone',
    lead: 'We check this before we show your connected services.',
    privacy: 'We verify this with your carrier and don’t share it.',
    sent: 'We sent a request to {app} on the phone ending in {digits}.',
    warning: 'Approve only if you opened “Connected services” yourself.',
  },

  signIn: {
    name: 'Name',
    nameHint: 'As registered with your carrier',
    phoneNo: 'Mobile number',
    phoneNoHint: 'Such as 010-1234-5678',
    telcoCd: 'Which carrier do you use?',
    telcoCdHint: 'MVNOs below',
    telcoCdGuess: 'Chosen automatically. Change it if you use an MVNO.',
    mvno: 'MVNO',
    remember: 'Save my details',
    deviceHint: 'Don’t use this on a shared device.',
    submit: 'Send the request to my phone',
    byNumber: 'Sign in with name and number',
    otherWays: 'Other ways to sign in',
    another: 'Sign in with another number',
    faulty: 'Check the fields marked below.',
  },
  returning: {
    network: 'Continue with {carrier}',
    mvno: 'Continue with {carrier} MVNO',
    again: 'Send again with {carrier}',
    againMvno: 'Send again with {carrier} MVNO',
    forget: 'Forget me on this device',
  },
  faults: {
    name: {
      missing: 'Enter your name.',
      invalid: 'Enter your name, using at most 100 characters.',
      characters: 'The name contains characters that a name can’t have. Type it instead of pasting it.',
    },
    phoneNo: {
      missing: 'Enter your mobile phone number.',
      invalid: 'Enter a Korean mobile phone number, such as 010-1234-5678.',
    },
    telcoCd: { missing: 'Choose your carrier.', invalid: 'Choose one of the carriers shown.' },
  },
  retry: {
    from: 'You can send the request again after {time} (Korean time).',
    left: 'Press the button below once, and we send the request in {time}.',
    over: 'You can send the request again now.',
  },
  tooManyRequests: 'There were too many requests in a short time. Your number is fine.',
  unconfirmed: {
    text: 'This doesn’t match your carrier’s records.',
    hints: 'Try this',
    carrier: 'Changed carriers? Choose your current one. With an MVNO, choose the network that it uses.',
    name: 'Enter your name as it is registered with your carrier. From a residence card, enter the surname first, such as SMITH JOHN PAUL.',
    owner: 'A phone registered to a company or another person can’t be used.',
  },
  carrierLimit: 'Your carrier is limiting requests to this phone. Nothing was sent.',
  carrierUnavailable:
    'Your carrier can’t be reached right now. Your details are still here. Try again in a moment.',

  wait: {
    title: 'Approve in {app}',
    anyApp: 'your authentication app',
    app: 'the {name} app',
    entry: {
      choose: { match: 'Choose this number in the app', label: 'The number to choose: {match}' },
      type: { match: 'Enter this number in the app', label: 'The number to enter: {match}' },
      none: {
        match: 'Approve only if the app shows this number',
        label: 'The number to compare: {match}',
      },
    },
    mismatched: 'That number didn’t match. We sent the request again with a new one.',
    until: 'Approve by {time} (Korean time).',
    left: '{time} left',
    open: 'Open {app} on this phone',
    openHere: 'Open {app} on this device',
    openMemorized: 'I’ve memorized the number. Open the app',
    soon: '{seconds} seconds left.',
    waiting: 'Waiting for your response.',
    silent: 'No response yet. See the help below.',
    answered: 'Your phone has responded. One moment.',
    offline: 'You are offline. This page continues as soon as you reconnect.',
    check: 'I have approved. Continue',
    stop: 'Stop automatic reloading',
  },
  silence: {
    look: 'Look for a notification from {app} at the top of your phone, and tap it.',
    heading: 'No request on your phone?',
    noApp: 'Check that {app} is installed and that you are signed in to it.',
    muted: 'If notifications are off, open {app} yourself. The request is in the app.',
    elsewhere: 'Using another phone or number? Choose “{change}”.',
    again: 'Send the request again',
  },
  unregistered: {
    title: 'No app for this number yet',
    text: 'Register the number ending in {digits} in {app}, then try again.',
    moved: {
      summary: 'Changed carriers?',
      text: 'Register in the new carrier’s app, then choose that carrier under “Change my details”.',
    },
    returns: 'When you come back to this page, it checks again automatically.',
    get: 'Install {app}',
    again: 'Send the request again',
  },
  unanswered: {
    title: 'The request on your phone has expired',
    text: 'Requests expire after {time}. You weren’t signed in.',
    again: 'Send again to the same number',
  },
  changeNumber: 'Change my details',
  challenge: {
    title: 'Confirm that you’re human',
    text: 'We are getting many requests from your network. Once the box below confirms that you’re human, the page continues automatically.',
    noScripts: 'The check needs JavaScript. Turn it on, or sign in from another network.',
  },

  limit: {
    until: 'Finish by {time} (Korean time).',
    soon: 'This sign-in ends in less than a minute.',
    longer: 'I need more time',
  },

  autoLogin: {
    short: 'Automatic sign-in (14 days)',
    label: 'Automatic sign-in on this device for 14 days',
    about:
      'For 14 days, you are signed in to {application} on this device without this form. Don’t use this on a shared device.',
    end: 'Automatic sign-in ends when you turn it off in the phone authentication app, disconnect at {application}, or deregister from the app.',
  },
  notStarted: {
    summary: 'Didn’t start this sign-in yourself?',
    text: 'If you opened a link from someone else, don’t worry: you weren’t signed in. Never share the address of this page.',
  },
  refusals: {
    expired: {
      title: 'This sign-in has expired',
      text: 'No information was shared. Go back and start again.',
    },
    cancelled: {
      title: 'The sign-in wasn’t completed',
      text: 'It was cancelled or not approved on the phone. No information was shared.',
    },
    finished: {
      title: 'This sign-in is finished',
      text: 'The sign-in was already completed. If you are not signed in, start again.',
    },
    left: {
      title: 'This number is no longer registered in the app',
      text: 'You weren’t signed in. Register in the app again, then start again.',
    },
    underage: {
      title: 'If you are under 14, you need the consent of a parent or guardian',
      text: '{application} doesn’t collect it. No information was shared or stored.',
    },
    tooYoung: {
      title: 'You must be at least {age} years old',
      text: '{application} has set this minimum age. No information was shared or stored.',
    },
    withoutCookies: {
      title: 'Your browser blocks cookies',
      text: 'Allow cookies for this site in your browser settings, then start again.',
    },
    missing: {
      title: 'We can’t find this sign-in',
      text: 'It has ended, or was started in another browser. Start again at the service.',
    },
    otherBrowser: {
      title: 'You weren’t signed in',
      text: 'You started in another browser. Go back there and sign in with your number.',
    },
    anotherPhone: {
      title: 'Another phone responded',
      text: 'It isn’t the phone whose number you entered, so you weren’t signed in.',
    },
    unavailable: {
      title: 'Something went wrong',
      text: 'There is a temporary problem. Your details are still here. Try again.',
    },
    other: { title: 'This request isn’t valid', text: 'Go back and start again.' },
  },
};

export type SignInTexts = typeof en;
