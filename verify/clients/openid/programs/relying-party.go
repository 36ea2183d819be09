// A relying party with coreos/go-oidc: it writes the address of a login, reads its code, and writes what the id_token and userinfo say.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, os.Getenv("SERVICE"))
	must(err)
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		RedirectURL:  os.Getenv("REDIRECT_URI"),
		Endpoint:     provider.Endpoint(),
		Scopes:       []string{oidc.ScopeOpenID, "profile", "phone"},
	}
	fmt.Println(config.AuthCodeURL("a state", oidc.Nonce("a nonce")))
	var code string
	fmt.Scanln(&code)
	token, err := config.Exchange(ctx, code)
	must(err)
	raw, _ := token.Extra("id_token").(string)
	verified, err := provider.Verifier(&oidc.Config{ClientID: config.ClientID}).Verify(ctx, raw)
	must(err)
	userinfo, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	must(err)
	var claims map[string]interface{}
	must(userinfo.Claims(&claims))
	claims["nonce"] = verified.Nonce
	claims["of id_token"] = verified.Subject
	must(json.NewEncoder(os.Stdout).Encode(claims))
}
