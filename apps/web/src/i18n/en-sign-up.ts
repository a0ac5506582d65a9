/** The words of sign-up. Part of the English catalogue. */
export const enSignUp = {
  'auth.signUpTitle': 'Join {instance}',
  'auth.getStarted': 'Get Started',
  'auth.haveAccount': 'Already have an account?',
  'auth.firstName': 'First name',
  'auth.lastName': 'Last name',
  'auth.confirmPassword': 'Confirm password',
  'auth.acceptTerms': 'I accept the',
  'auth.registrationFailed': 'Registration Failed',
  'auth.registrationFailedText': 'Registration failed. Please try again.',
  'auth.passwordsDiffer': 'Validation Error: Passwords do not match!',
  'auth.termsNotAccepted': 'Validation Error: Please accept the terms of use',
  'auth.termsNotAcceptedHere': 'Please accept the terms of use',
  'auth.welcome': 'Welcome to {instance}',
  'auth.welcomeText': 'Hello {name}! Your account has been created successfully.',
} as const;
