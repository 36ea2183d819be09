// Package plid reads the user record of a phone-number login: it checks it, decrypts its fields, and evens out every
// spelling that the specification allows (sections 2.1 and 2.2). The standard library is enough; Go 1.18 or later.
package plid

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Whether a field travels encrypted, and what it looks like in the clear.
var fields = []struct {
	name      string
	encrypted bool
	format    *regexp.Regexp
}{
	{"ci", true, regexp.MustCompile(`^[\x21-\x7e]+$`)},
	{"phoneNo", true, mobile},
	{"name", true, regexp.MustCompile(`^[^\x00-\x1f\x7f-\x{9f}]+$`)},
	{"gender", false, regexp.MustCompile(`^[FM]$`)},
	{"agegroup", false, regexp.MustCompile(`^(0|[1-9]0|1[0-4]0)$`)},
	{"birthday", true, regexp.MustCompile(`^[0-9]{4}$`)},
	{"birthdate", true, regexp.MustCompile(`^[0-9]{6}$`)},
	{"foreign", false, regexp.MustCompile(`^[LF]$`)},
	{"telcoCd", false, regexp.MustCompile(`^[SKL]$`)},
}

var (
	mobile      = regexp.MustCompile(`^01[0-9]{9}$`)
	separators  = regexp.MustCompile(`[\s().-]`)
	countryCode = regexp.MustCompile(`^(\+|00)?82`)
	whiteSpace  = regexp.MustCompile(`[ \t\r\n\f]`)
)

// ReadUser takes the JSON of GET /v1/user/me, unmarshalled. It returns plid, autoLoginYn, autoStatusCheck, and the fields
// that have a value: after an automatic sign-in there is none. A field that is not what section 2.1 describes is left out:
// one odd value doesn't lock a user out. After a wrong client secret every encrypted field is left out. It fails where the answer
// is a refusal, or names no user.
func ReadUser(answer map[string]any, clientSecret string) (map[string]string, error) {
	if answer["code"] != "0000" {
		return nil, fmt.Errorf("the service refused: %v %v", answer["error"], answer["message"])
	}
	sent, _ := answer["user"].(map[string]any)
	plid, _ := sent["plid"].(string)
	if plid == "" {
		return nil, errors.New("the answer names no user")
	}
	user := map[string]string{"plid": plid, "autoLoginYn": "N", "autoStatusCheck": "N"}
	for _, flag := range []string{"autoLoginYn", "autoStatusCheck"} {
		if sent[flag] == "Y" {
			user[flag] = "Y"
		}
	}
	for _, field := range fields {
		value := text(sent[field.name])
		// The empty agegroup of an automatic sign-in may come encrypted.
		if value != "" && (field.encrypted || field.name == "agegroup" && !field.format.MatchString(value)) {
			clear, err := Decrypt(value, clientSecret)
			if err != nil {
				continue
			}
			value = clear
		}
		switch field.name {
		case "phoneNo":
			value = mobileNumber(value)
		case "name":
			value = strings.TrimSpace(value)
		}
		if field.format.MatchString(value) {
			user[field.name] = value
		}
	}
	return user, nil
}

// A field may be missing, null or empty; agegroup may be a number.
func text(sent any) string {
	switch value := sent.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	default:
		return fmt.Sprint(value)
	}
}

// Decrypt reads one encrypted field: Base64 of AES-128-CBC, where key and initialization vector are the first 16 characters
// of the client secret. It fails where the field was not encrypted with this secret.
func Decrypt(value, clientSecret string) (string, error) {
	wrong := errors.New("not encrypted with this client secret")
	if len(clientSecret) < aes.BlockSize {
		return "", errors.New("the client secret is too short")
	}
	key := []byte(clientSecret[:aes.BlockSize])
	// Other encoders break lines, or write no padding.
	bare := strings.TrimRight(whiteSpace.ReplaceAllString(value, ""), "=")
	bytes, err := base64.RawStdEncoding.DecodeString(bare)
	if err != nil || len(bytes) == 0 || len(bytes)%aes.BlockSize != 0 {
		return "", wrong
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return "", err
	}
	cipher.NewCBCDecrypter(block, key).CryptBlocks(bytes, bytes)
	padding := int(bytes[len(bytes)-1])
	if padding == 0 || padding > aes.BlockSize {
		return "", wrong
	}
	for _, one := range bytes[len(bytes)-padding:] {
		if int(one) != padding {
			return "", wrong
		}
	}
	clear := bytes[:len(bytes)-padding]
	if !utf8.Valid(clear) {
		return "", wrong
	}
	return string(clear), nil
}

// 11 digits, whether it came with hyphens or the country code.
func mobileNumber(written string) string {
	national := countryCode.ReplaceAllString(separators.ReplaceAllString(written, ""), "")
	if strings.HasPrefix(national, "1") {
		return "0" + national
	}
	return national
}
